import {
  capturesOf,
  type Family,
  type Member,
  refundedOf,
  refundsOf,
  whyNotCaptured,
} from './locked-payment.ts';
import { refundable } from './model/states.ts';
import { type Move, overBound, refusal } from './move.ts';

const MOST_REFUNDS = 100;
const REFUND_DAYS = 365;
const DAY_MS = 86_400_000;

/** Rule: billing/refund, billing/transaction-id. */
export function refuseRefund(family: Family, move: Move) {
  const captures = capturesReferredTo(family);
  const newest = Math.max(...captures.map(capturedAt));
  if (captures.length === 0) {
    throw refusal('transaction_not_refundable', move, whyNotCaptured(family));
  }
  if (move.now.getTime() > newest + REFUND_DAYS * DAY_MS) {
    throw refusal('transaction_not_refundable', move, `the capture is more than ${REFUND_DAYS} days old`);
  }
  if (refundsOf(family).length >= MOST_REFUNDS) {
    throw refusal('transaction_not_refundable', move, `the payment has ${MOST_REFUNDS} refunds already`);
  }
  const bound = refundBound(family);
  if (move.amount > bound) throw overBound('amount_exceeds_refundable', { family, move, bound });
}

/** Naming a CHARGE means that capture alone; naming the SALE or the AUTH means all there are. */
function capturesReferredTo(family: Family): readonly Member[] {
  const { referred } = family;
  if (referred.method === 'REFUND' || referred.method === 'VOID') return [];
  const captures = capturesOf(family);
  return referred.method === 'CHARGE' ? captures.filter(({ id }) => id === referred.id) : captures;
}

function capturedAt({ createdAt }: Member): number {
  return createdAt.getTime();
}

function refundBound(family: Family): number {
  const { payment, referred } = family;
  if (referred.method !== 'CHARGE') return refundable(payment);
  return Math.min(refundable(payment), referred.amount - refundedOf(family, referred));
}
