import { isAtSandbox } from '../../../contract/billing/processor-name.ts';
import { issuerOf } from '../../../contract/billing/providers.ts';
import type { Core } from '../../base/runtime/core.ts';
import { THREE_DS_RETURN_CODE } from '../model/authentication.ts';
import { isStartMethod } from '../model/methods.ts';
import { decimalText } from '../model/money.ts';
import { isMoto } from '../model/moto.ts';
import type { Transaction } from '../model/transaction.ts';
import { type TxState, txStateFacts, txStateOf } from '../model/tx-state.ts';
import { processorNamesOf } from './processor-names.ts';

/** Request in progress: ISO 8583. */
const IN_PROGRESS = { ReturnCode: '09', ReturnText: 'In progress' };

type ProcessorDataSource = {
  readonly core: Core;
  readonly transaction: Transaction;
  readonly txState: TxState;
};

/**
 * The processor's own data by stage, every value a string. `challengeData`: of a challenge that is open.
 * Rule: billing/processor-data.
 */
export function processorDataOf(
  core: Core,
  transaction: Transaction,
  challengeData: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const txState = txStateOf(transaction, { processor: core.dependencies.processor, now: core.clock.now() });
  const source = { core, transaction, txState };
  return {
    TxState: txState,
    TxStateText: txStateFacts(txState).text,
    ...returnMembers(source),
    ...paymentMembers(core, transaction),
    ...cardMembers(transaction),
    ...challengeData,
    ...authorisationMembers(source),
    ...captureMembers(source),
  };
}

function returnMembers({
  core,
  transaction: { operation },
  txState,
}: ProcessorDataSource): Record<string, string> {
  if (txState === '3P') {
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
    ReturnText: isThreeDs ? txStateFacts(txState).text : core.dependencies.processor.returnText(returnCode),
  };
}

function paymentMembers(core: Core, transaction: Transaction) {
  const { operation, payment, merchant } = transaction;
  return {
    TxID: processorNamesOf(core, transaction).reference,
    MerchantRef: merchant.ref,
    Currency: payment.currency,
    // Shows the requested amount if none is authorised.
    AuthoriseAmount: decimalText(payment.authorised || operation.amount, payment.currency),
  };
}

function cardMembers({ card, token, operation }: Transaction) {
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

function authorisationMembers({
  core,
  transaction: { operation, payment },
  txState,
}: ProcessorDataSource): Record<string, string> {
  if (!txStateFacts(txState).isAuthorised) return {};
  return {
    AuthorisationCode: operation.authcode,
    ...(isAtSandbox(payment) && {
      AvsResultCode: core.dependencies.processor.addressCheck(operation.metadata),
    }),
  };
}

/** For a capture, its amount; for a refund or a void, what is captured of the payment. */
function captureMembers({
  transaction: { operation, payment },
  txState,
}: ProcessorDataSource): Record<string, string> {
  const { captured } = txStateFacts(txState);
  if (captured === 'own') return { CaptureAmount: decimalText(operation.amount, payment.currency) };
  if (captured === 'none' || isStartMethod(operation.method)) return {};
  return { CaptureAmount: decimalText(payment.captured, payment.currency) };
}
