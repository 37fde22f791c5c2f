import type { Currency } from '../contract/billing/billing.ts';
import type { TransactionRecord } from '../contract/billing/transaction.ts';
import { minorUnits } from './minor-units.ts';

/** An order as your database has it, in the words of `bill`. */
export type PayableOrder = {
  readonly orderID: string;
  /** Decimal text in the major unit, "48.50". */
  readonly amount: string;
  readonly currency: Currency;
  /** Whose order it is, as `bill` is told: this, `merchant_id` or both. */
  readonly merchantRef?: string;
  readonly merchant_id?: number;
  /** The transaction that has paid the order, once one has. */
  readonly paidBy?: string | null | undefined;
};

/** What `orderOutcome` reads of a record. */
export type OrderRecord = Pick<
  TransactionRecord,
  'transaction_id' | 'order_id' | 'merchant_ref' | 'method' | 'status' | 'amount' | 'currency' | 'sandbox'
>;

export type OutcomeOfPayment = 'paid' | 'pending' | 'failed' | 'unknown' | 'other' | 'surplus';

/**
 * What a transaction means for an order, by its record of the lookup; null or undefined where the lookup found none. Every
 * payment that succeeded for an order is one of three: it pays the order, it is a surplus, or it is unknown.
 *
 * - `paid`: it is the order's, and its whole amount is captured or reserved. Set `paidBy` where it is still empty, in one
 *   statement; where another transaction was faster, ask again.
 * - `surplus`: another transaction has paid the order, and this one's money is there too. Hand the record to `giveBack`, and
 *   tell your staff.
 * - `pending`: it has not ended.
 * - `failed`: nothing was taken, or nothing is left: all was refunded, voided, charged back or has expired.
 * - `unknown`: there is no record (yet); or money is there that is not just what the order asks for, as of another amount, or
 *   where a part went back. It pays nothing, and your staff have to look.
 * - `other`: it is no payment of this order: of another order or merchant, or a follow-up, such as a CHARGE. It changes nothing.
 *
 * The record's own `status` says none of this: it stays SUCCESS when the money goes back. Raises `TypeError` where the order
 * names no merchant, where the record lacks the name that the order uses, or where the order's amount is no decimal text.
 * Rule: orders/outcome.
 */
export function orderOutcome(order: PayableOrder, record: OrderRecord | null | undefined): OutcomeOfPayment {
  const due = amountDue(order);
  refuseNoMerchant(order);
  if (!record) return 'unknown';
  if (!isOfOrder(order, record)) return 'other';
  if (record.status === 'PENDING') return 'pending';
  const { authorised, kept, leaving } = moneyOf(record);
  if (record.status === 'FAILURE' || kept <= 0) return 'failed';
  if (order.paidBy && order.paidBy !== record.transaction_id) return kept > leaving ? 'surplus' : 'unknown';
  const isWhole = kept === authorised && leaving === 0;
  const isDue = minorUnits(String(record.amount)) === due && record.currency === order.currency;
  return isWhole && isDue ? 'paid' : 'unknown';
}

function amountDue({ amount }: PayableOrder): number {
  const due = minorUnits(amount);
  if (due !== undefined) return due;
  throw new TypeError("Cannot judge the payment: 'amount' is no decimal text, expected one such as 48.50");
}

/** What an order and a record call a merchant. */
const merchantNames = (order: PayableOrder, record?: OrderRecord) =>
  [
    { name: 'merchantRef', expected: order.merchantRef, found: record?.merchant_ref },
    { name: 'merchant_id', expected: order.merchant_id, found: record?.sandbox.merchant_id },
  ].filter(({ expected }) => expected !== undefined);

function refuseNoMerchant(order: PayableOrder) {
  if (merchantNames(order).length > 0) return;
  throw new TypeError(
    "Cannot judge the payment: the order names no merchant, expected 'merchantRef' or 'merchant_id', such as 1001",
  );
}

function isOfOrder(order: PayableOrder, record: OrderRecord): boolean {
  const names = merchantNames(order, record);
  const missing = names.find(({ found }) => found === undefined);
  // Taken for another merchant's, it would be paid for again.
  if (missing) throw new TypeError(`Cannot judge the payment: its record does not say '${missing.name}'`);
  const isOurs = names.every(({ expected, found }) => String(expected) === String(found));
  return isOurs && record.order_id === order.orderID && /^(?:SALE|AUTH)/.test(record.method);
}

/** In minor units. `leaving`: what of it is on its way back. */
function moneyOf({ sandbox }: OrderRecord) {
  const units = (text: string) => minorUnits(text) ?? Number.NaN;
  const held = units(sandbox.remaining) + units(sandbox.capture_pending);
  return {
    authorised: units(sandbox.authorised),
    kept: held + units(sandbox.captured) - units(sandbox.refunded) - units(sandbox.charged_back ?? '0'),
    leaving: units(sandbox.refund_pending),
  };
}
