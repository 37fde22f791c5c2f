import type { TransactionRecord } from '../contract/billing/transaction.ts';

/**
 * Whether the money of a SALE or AUTH is there, by its record of the lookup. The record's own `status` does not say: it stays
 * SUCCESS when the money goes back. So an order is paid where this is SUCCESS, and order, amount, currency and method are the
 * order's.
 *
 * SUCCESS: the whole amount is captured or reserved. FAILURE: nothing is, or nothing is left: all was refunded, voided or has
 * expired. PENDING: it has not ended. UNKNOWN: a part is there, or a refund is under way, so a person has to look; or the record
 * is that of a CHARGE, REFUND or VOID, which pays no order.
 */
export function paymentStatus(
  record: Pick<TransactionRecord, 'method' | 'status' | 'sandbox'>,
): TransactionRecord['status'] | 'UNKNOWN' {
  const { method, status, sandbox } = record;
  if (!/^(?:SALE|AUTH)/.test(method)) return 'UNKNOWN';
  if (status !== 'SUCCESS') return status;
  const reserved = cents(sandbox.remaining) + cents(sandbox.capture_pending);
  const kept = reserved + cents(sandbox.captured) - cents(sandbox.refunded);
  if (kept === 0) return 'FAILURE';
  const isWhole = kept === cents(sandbox.authorised) && cents(sandbox.refund_pending) === 0;
  return isWhole ? 'SUCCESS' : 'UNKNOWN';
}

const cents = (amount: string) => Math.round(Number(amount) * 100);
