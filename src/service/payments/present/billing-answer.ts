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
import { figuresOf } from './figures.ts';
import { processorDataOf } from './processor-data.ts';

type BillingParts = { readonly transaction: BillingTransaction; readonly pm: PaymentMethodRecord };

/** What a billing answer shows, for a success and a decline alike. */
export function billingPartsOf(context: Core, found: Transaction): BillingParts {
  const { card, token, payment } = found;
  return {
    transaction: payment.authentication === null ? standardOf(context, found) : threeDsOf(context, found),
    pm: paymentMethodRecordOf(card, token, context.clock.now()),
  };
}

function standardOf(context: Core, found: Transaction): StandardTransaction {
  const {
    dependencies: { processor },
  } = context;
  const { operation, payment } = found;
  return {
    status: statusOf(found),
    authcode: operation.authcode,
    tstamp: Math.floor(operation.createdAt.getTime() / 1000),
    requestID: operation.requestId,
    processor: processor.nameFor(found.merchant.ref),
    source: sourceOf(found.card.brand),
    orderID: payment.orderId,
    amount: decimalNumber(operation.amount, payment.currency),
    transactionID: operation.transactionId,
    ...(operation.status === 'PENDING' && { processorStatus: 'pending' as const }),
    ...(isMoto(operation.metadata) && { processorData: processorDataOf(context, found, {}) }),
    sandbox: figuresOf(found),
  };
}

/** For every operation of a payment that started with 3DS. */
function threeDsOf(context: Core, found: Transaction): ThreeDsTransaction {
  const {
    dependencies: { processor, payments },
  } = context;
  const { operation, payment, challenge } = found;
  const transactionReference = processor.reference(operation.transactionId);
  const isAsked = payment.authentication === 'PENDING' && challenge !== null;
  const challengeForm = isAsked ? payments.challengeData(context, found, challenge) : undefined;
  return {
    transactionReference,
    processorData: processorDataOf(context, found, challengeForm ?? {}),
    transactionDetails: { transactionReference },
    processorStatus: processorStatusOf(found, processor),
    status: statusOf(found),
    processor: processor.nameFor(found.merchant.ref),
    source: sourceOf(found.card.brand),
    orderID: payment.orderId,
    paymentID: payment.id,
    amount: (challengeForm ? decimalText : decimalNumber)(operation.amount, payment.currency),
    transactionID: operation.transactionId,
    ...(challengeForm && { '3ds_confirmation_box_url': challengeForm.RedirectURL }),
    awaiting_confirmation: challengeForm ? 1 : 0,
    sandbox: figuresOf(found),
  };
}

function statusOf({ operation }: Transaction): BillingTransaction['status'] {
  return operation.status === 'SUCCESS' ? 'OK' : operation.status;
}
