import type { TransactionRecord } from '../contract/billing/transaction.ts';
import type { BillingRequest, BillingResult, CallOptions } from './merchant-requests.ts';
import { decimalText, minorUnits } from './minor-units.ts';

type Calls = {
  bill(request: BillingRequest, options: CallOptions): Promise<BillingResult>;
  lookup(transactionId: string): Promise<Pick<TransactionRecord, 'status'> | undefined>;
};

export type GiveBackRequest = Pick<
  TransactionRecord,
  'transaction_id' | 'merchant_ref' | 'currency' | 'sandbox'
> & {
  /** For a processor that answers later, if the payment's start named none. */
  readonly callback_url?: string;
};

/** Each with a key of its own: the same request, sent again, is answered as before. Rule: orders/surplus. */
export async function giveBack({ bill, lookup }: Calls, payment: GiveBackRequest): Promise<boolean> {
  const { transaction_id: transactionID, currency, sandbox, callback_url } = payment;
  const common = { transactionID, merchantRef: payment.merchant_ref, ...(callback_url && { callback_url }) };
  const requests: BillingRequest[] = [];
  if (units(sandbox.remaining) > 0) requests.push({ ...common, method: 'VOID' });
  const gone = units(sandbox.refunded) + units(sandbox.refund_pending) + units(sandbox.charged_back ?? '0');
  const left = units(sandbox.captured) - gone;
  if (left > 0) requests.push({ ...common, method: 'REFUND', amount: decimalText(left), currency });
  for (const request of requests) {
    // A VOID releases all that is left, and names no amount.
    const amount = request.amount ?? sandbox.remaining;
    const idempotencyKey = ['give-back', request.method, transactionID, amount].join('-');
    const { outcome, transaction } = await bill(request, { idempotencyKey });
    if (outcome === 'declined') return false;
    // A request that came before is answered as it was then: what was on its way may have failed since.
    const record = transaction.status === 'PENDING' && (await lookup(transaction.transactionID));
    if (record && record.status === 'FAILURE') return false;
  }
  const isBack = requests.length > 0 || units(sandbox.captured) > 0 || sandbox.payment_state === 'VOIDED';
  return isBack && units(sandbox.capture_pending) === 0;
}

const units = (text: string) => minorUnits(text) ?? 0;
