import type {
  BillingTransaction,
  StandardTransaction,
  ThreeDsTransaction,
} from '../../../contract/billing/billing.ts';
import type { PaymentMethodRecord } from '../../../contract/billing/payment-method.ts';
import { sourceOf } from '../../../contract/billing/providers.ts';
import type { Core } from '../../base/runtime/core.ts';
import { paymentMethodRecordOf } from '../../vault/present-card.ts';
import { decimalNumber, decimalText } from '../model/money.ts';
import { isMoto } from '../model/moto.ts';
import type { Transaction } from '../model/transaction.ts';
import { processorStatusOf } from '../model/tx-state.ts';
import { paymentTotalsOf } from './payment-totals.ts';
import { processorDataOf } from './processor-data.ts';
import { processorNamesOf } from './processor-names.ts';

type BillingParts = { readonly transaction: BillingTransaction; readonly pm: PaymentMethodRecord };

/** What a billing answer shows, for a success and a decline alike. */
export function billingPartsOf(core: Core, transaction: Transaction): BillingParts {
  const { card, token, payment } = transaction;
  return {
    transaction:
      payment.authentication === null ? standardOf(core, transaction) : threeDsOf(core, transaction),
    pm: paymentMethodRecordOf(card, token, core.clock.now()),
  };
}

function standardOf(core: Core, transaction: Transaction): StandardTransaction {
  const { operation, payment } = transaction;
  return {
    status: statusOf(transaction),
    authcode: operation.authcode,
    tstamp: Math.floor(operation.createdAt.getTime() / 1000),
    requestID: operation.requestId,
    processor: processorNamesOf(core, transaction).processor,
    source: sourceOf(transaction.card.brand),
    orderID: payment.orderId,
    amount: decimalNumber(operation.amount, payment.currency),
    transactionID: operation.transactionId,
    ...(operation.status === 'PENDING' && { processorStatus: 'pending' as const }),
    ...(isMoto(operation.metadata) && { processorData: processorDataOf(core, transaction) }),
    sandbox: paymentTotalsOf(transaction),
  };
}

/** For every operation of a payment that started with 3DS. */
function threeDsOf(core: Core, transaction: Transaction): ThreeDsTransaction {
  const {
    dependencies: { processor, payments },
  } = core;
  const { operation, payment, challenge } = transaction;
  const names = processorNamesOf(core, transaction);
  const transactionReference = names.reference;
  const isChallengeOpen = payment.authentication === 'PENDING' && challenge !== null;
  const challengeData = isChallengeOpen ? payments.challengeData(core, transaction, challenge) : undefined;
  return {
    transactionReference,
    processorData: processorDataOf(core, transaction, challengeData),
    transactionDetails: { transactionReference },
    processorStatus: processorStatusOf(transaction, processor),
    status: statusOf(transaction),
    processor: names.processor,
    source: sourceOf(transaction.card.brand),
    orderID: payment.orderId,
    paymentID: payment.id,
    amount: (challengeData ? decimalText : decimalNumber)(operation.amount, payment.currency),
    transactionID: operation.transactionId,
    ...(challengeData && { '3ds_confirmation_box_url': challengeData.RedirectURL }),
    awaiting_confirmation: challengeData ? 1 : 0,
    sandbox: paymentTotalsOf(transaction),
  };
}

function statusOf({ operation }: Transaction): BillingTransaction['status'] {
  return operation.status === 'SUCCESS' ? 'OK' : operation.status;
}
