import type { ErrorCode } from '../../contract/errors/errors.ts';
import { ServiceError } from '../base/service-error.ts';
import {
  capturesOf,
  isVoided,
  isVoiding,
  type LockedPayment,
  type PastOperation,
  refundedOf,
  refundsOf,
} from './locked-payment.ts';
import { isAuthorisationOver, refundable, remaining } from './model/balance.ts';
import { actOf, type FollowUpMethod, METHODS } from './model/methods.ts';
import { decimalText } from './model/money.ts';
import { paymentState } from './model/states.ts';
import { figuresOf } from './present/figures.ts';

const MAX_REFUNDS = 100;
const REFUND_DAYS = 365;
const DAY_MS = 86_400_000;

/** What a follow-up asks for. */
type Asked = {
  readonly method: FollowUpMethod;
  /** Minor units; for a VOID, what it releases. */
  readonly amount: number;
  readonly now: Date;
};

/** What is left to judge where the table of methods leaves a state open. */
const JUDGES: Record<FollowUpMethod, (locked: LockedPayment, asked: Asked) => void> = {
  CHARGE: refuseCharge,
  REFUND: refuseRefund,
  VOID: refuseVoid,
};

/** Refuses a follow-up that the payment does not allow at this moment. Rule: billing/follow-ups. */
export function refuseFollowUp(locked: LockedPayment, asked: Asked) {
  const { payment } = locked;
  const { refusals, refusedDuringVoid } = METHODS[asked.method];
  const state = paymentState(payment);
  const isCancelled = asked.method === 'VOID' && payment.authentication === 'VOIDED';
  const verdict = isCancelled ? 'transaction_already_voided' : refusals[state];
  if (verdict !== 'open') throw refusal(verdict, asked, `the payment is ${state}${whyStill(locked)}`);
  if (isVoiding(locked)) throw refusal(refusedDuringVoid, asked, 'a VOID of it is under way');
  JUDGES[asked.method](locked, asked);
}

/** Why a payment is still in its state, although a capture was accepted. */
function whyStill({ payment }: LockedPayment): string {
  return payment.capturePending > 0 ? ', a capture of it is under way, wait for its end' : '';
}

/** Rule: billing/capture, billing/authorisation-end. */
function refuseCharge(locked: LockedPayment, asked: Asked) {
  const { payment, referred, merchant } = locked;
  const { authorisationExpiresAt } = payment;
  if (authorisationExpiresAt === null || actOf('CHARGE', referred.method) === null) {
    const { method } = referred;
    const named = method === 'REFUND' || method === 'VOID' ? method : 'SALE';
    throw refusal('transaction_not_capturable', asked, `a ${named} is referred to, expected an AUTH`);
  }
  if (isAuthorisationOver(payment, asked.now)) {
    const end = authorisationExpiresAt.toISOString();
    throw refusal('authorisation_expired', asked, `the authorisation ended at ${end}`);
  }
  // A capture under way closes the rest if it succeeds.
  const isTaken = !merchant.settings.multiCapture && payment.capturePending > 0;
  const bound = isTaken ? 0 : remaining(payment);
  if (asked.amount > bound) throw overBound('amount_exceeds_authorised', { locked, asked, bound });
}

/** Rule: billing/refund, billing/transaction-id. */
function refuseRefund(locked: LockedPayment, asked: Asked) {
  const captures = capturesReferredTo(locked);
  const newest = Math.max(...captures.map(({ createdAt }) => createdAt.getTime()));
  if (captures.length === 0) {
    throw refusal('transaction_not_refundable', asked, whyNotCaptured(locked));
  }
  if (asked.now.getTime() > newest + REFUND_DAYS * DAY_MS) {
    throw refusal('transaction_not_refundable', asked, `the capture is more than ${REFUND_DAYS} days old`);
  }
  if (refundsOf(locked).length >= MAX_REFUNDS) {
    throw refusal('transaction_not_refundable', asked, `the payment has ${MAX_REFUNDS} refunds already`);
  }
  const bound = refundBound(locked);
  if (asked.amount > bound) throw overBound('amount_exceeds_refundable', { locked, asked, bound });
}

/** Naming a CHARGE means that capture alone; naming the SALE or the AUTH means all there are. */
function capturesReferredTo(locked: LockedPayment): readonly PastOperation[] {
  const { referred } = locked;
  if (actOf('REFUND', referred.method) === null) return [];
  const captures = capturesOf(locked);
  return referred.method === 'CHARGE' ? captures.filter(({ id }) => id === referred.id) : captures;
}

function refundBound(locked: LockedPayment): number {
  const { payment, referred } = locked;
  if (referred.method !== 'CHARGE') return refundable(payment);
  return Math.min(refundable(payment), referred.amount - refundedOf(locked, referred));
}

/** What a VOID releases, in minor units. */
export function voidableAmount({ payment, referred }: LockedPayment): number {
  const isReversal = actOf('VOID', referred.method)?.effect === 'reversal';
  return payment.authentication === 'PENDING' || isReversal ? referred.amount : remaining(payment);
}

/** Rule: billing/void. */
function refuseVoid(locked: LockedPayment, asked: Asked) {
  const { payment, referred } = locked;
  const act = actOf('VOID', referred.method);
  if (act === null) {
    const found = `a ${referred.method} is referred to, expected a SALE, an AUTH or a CHARGE`;
    throw refusal('transaction_not_voidable', asked, found);
  }
  if (isVoided(locked, referred) && (referred.method === 'CHARGE' || remaining(payment) === 0)) {
    throw refusal('transaction_already_voided', asked, 'the transaction referred to is voided');
  }
  if (payment.authentication === 'PENDING') return;
  if (act.effect === 'reversal') refuseReversal(locked, asked);
  else refuseRelease(locked, asked);
}

function refuseRelease({ payment }: LockedPayment, asked: Asked) {
  if (payment.capturePending > 0) {
    throw refusal('transaction_not_voidable', asked, 'a CHARGE of it is under way, wait for its end');
  }
  if (remaining(payment) === 0) {
    const found = 'it is captured whole, name the CHARGE to void it, or send REFUND';
    throw refusal('transaction_not_voidable', asked, found);
  }
}

function refuseReversal(locked: LockedPayment, asked: Asked) {
  const { payment, referred } = locked;
  if (!capturesOf(locked).some(({ id }) => id === referred.id)) {
    throw refusal('transaction_not_voidable', asked, whyNotCaptured(locked));
  }
  if (referred.settlesAt !== null && referred.settlesAt <= asked.now) {
    const found = `the capture was settled at ${referred.settlesAt.toISOString()}, send REFUND`;
    throw refusal('transaction_not_voidable', asked, found);
  }
  if (refundable(payment) < referred.amount || refundedOf(locked, referred) > 0) {
    throw refusal('transaction_not_voidable', asked, 'a part was refunded, send REFUND for the rest');
  }
}

/** Why the transaction that was named has no capture that stands. */
function whyNotCaptured({ referred: { method, status } }: LockedPayment): string {
  return status === 'PENDING'
    ? `the ${method} referred to is under way, wait for its end`
    : 'nothing was captured by the transaction referred to';
}

function refusal(code: ErrorCode, { method }: Asked, found: string): ServiceError {
  return new ServiceError(code, `Cannot bill ${method}: ${found}`, { param: 'transactionID' });
}

type Over = { readonly locked: LockedPayment; readonly asked: Asked; readonly bound: number };

function overBound(code: ErrorCode, { locked, asked, bound }: Over): ServiceError {
  const { currency } = locked.payment;
  const found = decimalText(asked.amount, currency);
  const most = decimalText(bound, currency);
  const message = `Cannot bill ${asked.method}: the amount is ${found}, expected at most ${most}`;
  return new ServiceError(code, message, { param: 'amount', figures: figuresOf(locked) });
}
