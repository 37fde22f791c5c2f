import { issuerOf } from '../../../contract/providers.ts';
import type { ServiceContext } from '../../context.ts';
import { processor } from '../../processor/processor.ts';
import type { Transaction } from '../load.ts';
import { THREE_DS_RETURN_CODE } from '../model/authentication.ts';
import { decimalText } from '../model/money.ts';
import { type Stage, stageOf, stageText } from '../model/tx-state.ts';
import { isMoto } from '../moto.ts';
import { challengeData } from '../threeds/challenge-data.ts';

/** Request in progress: ISO 8583. */
const IN_PROGRESS = { ReturnCode: '09', ReturnText: 'In progress' };

/** The processor's own words, by stage, every value a string. Rule: billing/processor-data. */
export function processorDataOf(context: ServiceContext, found: Transaction): Record<string, string> {
  const stage = stageOf(found, context.clock.now());
  return {
    TxState: stage,
    TxStateText: stageText(stage),
    ...returnOf(found, stage),
    ...paymentOf(found),
    ...cardOf(found),
    ...(stage === '3P' && found.challenge && challengeData(context, found, found.challenge)),
    ...authorisationOf(found, stage),
    ...captureOf(found, stage),
  };
}

function returnOf({ operation }: Transaction, stage: Stage): Record<string, string> {
  if (stage === '3P') {
    return {
      ReturnCode: THREE_DS_RETURN_CODE,
      ReturnText: '3D-Secure authentication required',
    };
  }
  if (operation.status === 'PENDING') return IN_PROGRESS;
  const { returnCode } = operation;
  const isThreeDs = returnCode === THREE_DS_RETURN_CODE;
  return {
    ReturnCode: returnCode,
    ReturnText: isThreeDs ? stageText(stage) : processor.explain(returnCode),
  };
}

function paymentOf({ operation, payment, merchant }: Transaction) {
  return {
    TxID: processor.reference(operation.transactionId),
    MerchantRef: merchant.ref,
    Currency: payment.currency,
    // Nothing is authorised yet, or was at all: what was asked for.
    AuthoriseAmount: decimalText(payment.authorised || operation.amount, payment.currency),
  };
}

function cardOf({ card, token, operation }: Transaction) {
  const month = String(card.expMonth).padStart(2, '0');
  return {
    BIN: card.bin,
    CardNumberLast4: card.last4,
    CardExpiryYYMM: `${String(card.expYear).slice(-2)}${month}`,
    CardType: token.brand,
    CardTypeName: issuerOf(token.brand).name,
    IsKeyed: isMoto(operation.metadata) ? '1' : '0',
  };
}

function authorisationOf({ operation }: Transaction, stage: Stage): Record<string, string> {
  if (stage !== 'AU' && stage !== 'CQ' && stage !== 'CS') return {};
  return {
    AuthorisationCode: operation.authcode,
    AvsResultCode: processor.addressCheck(operation.metadata),
  };
}

/** What a capture takes; of a refund or a void what is captured of the payment. */
function captureOf({ operation, payment }: Transaction, stage: Stage): Record<string, string> {
  if (stage === 'CQ' || stage === 'CS') {
    return { CaptureAmount: decimalText(operation.amount, payment.currency) };
  }
  const isAfter = stage === 'RQ' || stage === 'RS' || stage === 'AV' || stage === 'CV';
  return isAfter ? { CaptureAmount: decimalText(payment.captured, payment.currency) } : {};
}
