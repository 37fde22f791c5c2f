import type { Currency } from '../../contract/billing.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import type { OperationRow, PaymentRow } from '../db/schema.ts';
import { ServiceError } from '../service-error.ts';
import { figuresOf } from './figures.ts';
import type { FollowUpMethod } from './methods.ts';
import { decimalText } from './money.ts';
import { figuresAt, isAuthorisationOver, MOVES, paymentState, refundable, remaining } from './states.ts';

const MOST_REFUNDS = 100;
const REFUND_DAYS = 365;
const DAY_MS = 86_400_000;

/** A payment, locked, with all its operations; `referred` is the one the caller named. */
export type Family = {
  readonly payment: PaymentRow;
  readonly referred: OperationRow;
  readonly operations: readonly OperationRow[];
};

type Move = {
  readonly method: FollowUpMethod;
  /** Minor units. */
  readonly amount: number;
  readonly currency: Currency;
  readonly now: Date;
};

/** Refuses a follow-up that the payment does not allow at this moment. Chosen: service.md B2, B12, B13, B15. */
export function refuseMove(family: Family, move: Move) {
  const state = paymentState(figuresAt(family.payment, move.now));
  const verdict = MOVES[move.method][state];
  if (verdict !== 'open') throw refusal(verdict, move, `the payment is ${state}`);
  if (move.method === 'CHARGE') refuseCharge(family, move);
  else refuseRefund(family, move);
}

function refuseCharge({ payment, referred }: Family, move: Move) {
  if (payment.authorisationExpiresAt === null || referred.method === 'REFUND') {
    throw refusal(
      'transaction_not_capturable',
      move,
      `a ${referred.method} is referred to, expected an AUTH`,
    );
  }
  if (isAuthorisationOver(payment, move.now)) {
    const end = payment.authorisationExpiresAt.toISOString();
    throw refusal('authorisation_expired', move, `the authorisation ended at ${end}`);
  }
  if (move.amount > remaining(payment)) {
    throw overBound('amount_exceeds_authorised', { payment, move, bound: remaining(payment) });
  }
}

function refuseRefund(family: Family, move: Move) {
  const captures = capturesReferredTo(family);
  const newest = Math.max(...captures.map(({ createdAt }) => createdAt.getTime()));
  const refunds = refundsOf(family);
  if (captures.length === 0) {
    throw refusal('transaction_not_refundable', move, 'nothing was captured by the transaction referred to');
  }
  if (move.now.getTime() > newest + REFUND_DAYS * DAY_MS) {
    throw refusal('transaction_not_refundable', move, `the capture is more than ${REFUND_DAYS} days old`);
  }
  if (refunds.length >= MOST_REFUNDS) {
    throw refusal('transaction_not_refundable', move, `the payment has ${MOST_REFUNDS} refunds already`);
  }
  const bound = refundBound(family);
  if (move.amount > bound) {
    throw overBound('amount_exceeds_refundable', { payment: family.payment, move, bound });
  }
}

/** Naming a CHARGE means that capture alone; naming the SALE or the AUTH means all there are. */
function capturesReferredTo({ referred, operations }: Family): readonly OperationRow[] {
  if (referred.method === 'REFUND') return [];
  const captures = operations.filter(
    ({ method, status }) => status === 'SUCCESS' && (method === 'SALE' || method === 'CHARGE'),
  );
  return referred.method === 'CHARGE' ? captures.filter(({ id }) => id === referred.id) : captures;
}

function refundsOf({ operations }: Family): readonly OperationRow[] {
  return operations.filter(({ method, status }) => method === 'REFUND' && status !== 'FAILURE');
}

function refundBound(family: Family): number {
  const { payment, referred } = family;
  if (referred.method !== 'CHARGE') return refundable(payment);
  const ofThisCharge = refundsOf(family).filter(
    ({ refTransactionId }) => refTransactionId === referred.transactionId,
  );
  const refunded = ofThisCharge.reduce((sum, { amount }) => sum + amount, 0);
  return Math.min(refundable(payment), referred.amount - refunded);
}

function refusal(code: ErrorCode, { method }: Move, found: string): ServiceError {
  return new ServiceError(code, `Cannot bill ${method}: ${found}`, { param: 'transactionID' });
}

type Over = { readonly payment: PaymentRow; readonly move: Move; readonly bound: number };

function overBound(code: ErrorCode, { payment, move, bound }: Over): ServiceError {
  const { method, amount, currency, now } = move;
  const [found, most] = [decimalText(amount, currency), decimalText(bound, currency)];
  return new ServiceError(code, `Cannot bill ${method}: the amount is ${found}, expected at most ${most}`, {
    param: 'amount',
    figures: figuresOf(payment, now),
  });
}
