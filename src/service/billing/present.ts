import type { BillingTransaction } from '../../contract/billing.ts';
import type { PaymentMethodRecord } from '../../contract/payment-method.ts';
import type { TransactionRecord } from '../../contract/transaction.ts';
import { processor } from '../processor/processor.ts';
import { paymentMethodRecordOf } from '../vault/present-card.ts';
import { figuresOf } from './figures.ts';
import type { Transaction } from './load-transaction.ts';
import { decimalNumber } from './money.ts';

type BillingParts = { readonly transaction: BillingTransaction; readonly pm: PaymentMethodRecord };

/** What a billing answer shows, of a success and of a decline alike. */
export function billingPartsOf(found: Transaction, now: Date): BillingParts {
  const { operation, payment, token, card } = found;
  return {
    transaction: {
      status: operation.status === 'FAILURE' ? 'FAILURE' : 'OK',
      authcode: operation.authcode,
      tstamp: Math.floor(operation.createdAt.getTime() / 1000),
      requestID: operation.requestId,
      processor: processor.name,
      source: 'card',
      orderID: payment.orderId,
      amount: decimalNumber(operation.amount, payment.currency),
      transactionID: operation.transactionId,
      sandbox: figuresOf(payment, now),
    },
    pm: paymentMethodRecordOf(card, token, now),
  };
}

/** The record as the lookup gives it. */
export function transactionRecordOf(found: Transaction, now: Date): TransactionRecord {
  const { operation, payment, merchant } = found;
  const date = dateText(operation.createdAt);
  return {
    user_id: payment.userId,
    business_id: payment.accountId,
    child_business_id: null,
    processor: processor.name,
    merchant_ref: merchant.ref,
    pm_id: payment.cardId,
    token: payment.token,
    external_token: payment.externalToken,
    source: 'card',
    method: operation.method,
    amount: decimalNumber(operation.amount, payment.currency),
    currency: payment.currency,
    status: operation.status,
    transaction_id: operation.transactionId,
    order_id: payment.orderId,
    payment_id: payment.id,
    transaction_date: date,
    ref_transaction_id: operation.refTransactionId,
    log: operation.log,
    created_at: date,
    metadata: operation.metadata,
    sandbox: figuresOf(payment, now),
  };
}

/** `YYYY-MM-DD HH:MM:SS`, UTC. */
function dateText(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}
