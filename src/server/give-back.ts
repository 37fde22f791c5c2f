import type { TransactionRecord } from '../contract/billing/transaction.ts';
import type { BillingRequest, BillingResult, CallOptions } from './merchant-requests.ts';
import { decimalText, minorUnits } from './minor-units.ts';

type Bill = (request: BillingRequest, options: CallOptions) => Promise<BillingResult>;

export type GiveBackRequest = Pick<
  TransactionRecord,
  'transaction_id' | 'merchant_ref' | 'currency' | 'sandbox'
> & {
  /** For a processor that answers later, if the payment's start named none. */
  readonly callback_url?: string;
};

/**
 * Voids the reserved part and refunds the captured one. Each request's key is made of payment, method and amount, so a repetition
 * moves nothing twice, also where the processor has refused the first one later. Rule: orders/surplus.
 */
export async function giveBack(bill: Bill, payment: GiveBackRequest): Promise<boolean> {
  const { transaction_id: transactionID, currency, sandbox, callback_url } = payment;
  const common = { transactionID, merchantRef: payment.merchant_ref, ...(callback_url && { callback_url }) };
  const requests: BillingRequest[] = [];
  if (units(sandbox.remaining) > 0) requests.push({ ...common, method: 'VOID' });
  const left = units(sandbox.captured) - units(sandbox.refunded) - units(sandbox.refund_pending);
  if (left > 0) requests.push({ ...common, method: 'REFUND', amount: decimalText(left), currency });
  for (const request of requests) {
    const idempotencyKey = ['give-back', request.method, transactionID, request.amount].join('-');
    const { outcome } = await bill(request, { idempotencyKey });
    if (outcome === 'declined') return false;
  }
  return requests.length > 0 && units(sandbox.capture_pending) === 0;
}

const units = (text: string) => minorUnits(text) ?? 0;
