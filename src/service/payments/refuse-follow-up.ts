import type { FollowUpMethod } from '../../contract/billing/billing.ts';
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
import {
  effectOf,
  isStartMethod,
  METHODS,
  type OperationEffect,
  requiresAuthorisation,
} from './model/methods.ts';
import { decimalText } from './model/money.ts';
import { paymentState } from './model/states.ts';
import { figuresOf } from './present/figures.ts';

const MAX_REFUNDS = 100;
/** Rule: billing/many-operations. */
const MAX_OPERATIONS = 500;
const REFUND_DAYS = 365;
const DAY_MS = 86_400_000;

/** What a follow-up asks for. */
type FollowUpRequest = {
  readonly method: FollowUpMethod;
  /** What it would do to its payment. */
  readonly act: OperationEffect;
  /** Minor units; for a VOID, what it releases. */
  readonly amount: number;
  readonly now: Date;
};

/** Judge the amounts, where the table of methods says `by-amounts`. */
const JUDGES: Record<FollowUpMethod, (locked: LockedPayment, asked: FollowUpRequest) => void> = {
  CHARGE: refuseCharge,
  REFUND: refuseRefund,
  VOID: refuseVoid,
};

/** Why a method cannot act on the transaction referred to. */
const NO_ACT: Record<FollowUpMethod, (locked: LockedPayment) => string> = {
  CHARGE: whyNotAuthorised,
  REFUND: whyNotCaptured,
  VOID: ({ referred }) => `a ${referred.method} is referred to, expected a SALE, an AUTH or a CHARGE`,
};

/** What a follow-up would do. Refuses where the payment's state, or the transaction referred to, allows nothing. */
export function requireFollowUpEffect(locked: LockedPayment, method: FollowUpMethod): OperationEffect {
  const { payment, referred } = locked;
  const { verdicts, refusedAs } = METHODS[method];
  const state = paymentState(payment);
  const isCancelled = method === 'VOID' && payment.authentication === 'VOIDED';
  const verdict = isCancelled ? 'transaction_already_voided' : verdicts[state];
  if (verdict !== 'by-amounts' && verdict !== 'ends-challenge') {
    throw refusal(verdict, method, `the payment is ${state}${whyStill(locked)}`);
  }
  if (isVoiding(locked)) throw refusal(refusedAs, method, 'a VOID of it is under way');
  if (method !== 'VOID' && locked.operations.length >= MAX_OPERATIONS) {
    throw refusal(refusedAs, method, `the payment has ${MAX_OPERATIONS} operations already`);
  }
  const act = effectOf(method, referred.method);
  if (act === null) throw refusal(refusedAs, method, NO_ACT[method](locked));
  return act;
}

/** Refuses a follow-up that the payment's amounts do not allow at this moment. Rule: billing/follow-ups. */
export function refuseFollowUp(locked: LockedPayment, asked: FollowUpRequest) {
  if (requiresAuthorisation(asked.method)) refuseWithoutAuthorisation(locked, asked);
  JUDGES[asked.method](locked, asked);
}

/** Says that the payment's state may change, because a capture is under way. */
function whyStill({ payment }: LockedPayment): string {
  return payment.capturePending > 0 ? ', a capture of it is under way, wait for its end' : '';
}

/** Rule: billing/authorisation-end. */
function refuseWithoutAuthorisation(locked: LockedPayment, { method, now }: FollowUpRequest) {
  const { authorisationExpiresAt } = locked.payment;
  if (authorisationExpiresAt === null) {
    throw refusal(METHODS[method].refusedAs, method, whyNotAuthorised(locked));
  }
  if (isAuthorisationOver(locked.payment, now)) {
    const end = authorisationExpiresAt.toISOString();
    throw refusal('authorisation_expired', method, `the authorisation ended at ${end}`);
  }
}

/** Rule: billing/capture. */
function refuseCharge(locked: LockedPayment, asked: FollowUpRequest) {
  const { payment, merchant } = locked;
  // A capture under way closes the rest if it succeeds.
  const isTaken = !merchant.settings.multiCapture && payment.capturePending > 0;
  const bound = isTaken ? 0 : remaining(payment);
  if (asked.amount > bound) throw overBound('amount_exceeds_authorised', { locked, asked, bound });
}

/** Rule: billing/refund, billing/transaction-id. */
function refuseRefund(locked: LockedPayment, asked: FollowUpRequest) {
  const captures = capturesReferredTo(locked);
  const newest = Math.max(...captures.map(({ createdAt }) => createdAt.getTime()));
  if (captures.length === 0) {
    throw refusal('transaction_not_refundable', asked.method, whyNotCaptured(locked));
  }
  if (asked.now.getTime() > newest + REFUND_DAYS * DAY_MS) {
    throw refusal(
      'transaction_not_refundable',
      asked.method,
      `the capture is more than ${REFUND_DAYS} days old`,
    );
  }
  if (refundsOf(locked).length >= MAX_REFUNDS) {
    throw refusal(
      'transaction_not_refundable',
      asked.method,
      `the payment has ${MAX_REFUNDS} refunds already`,
    );
  }
  const bound = refundBound(locked);
  if (asked.amount > bound) throw overBound('amount_exceeds_refundable', { locked, asked, bound });
}

/** Naming a CHARGE means that capture alone; naming the SALE or the AUTH means all there are. */
function capturesReferredTo(locked: LockedPayment): readonly PastOperation[] {
  const { referred } = locked;
  const captures = capturesOf(locked);
  return referred.method === 'CHARGE' ? captures.filter(({ id }) => id === referred.id) : captures;
}

function refundBound(locked: LockedPayment): number {
  const { payment, referred } = locked;
  if (referred.method !== 'CHARGE') return refundable(payment);
  return Math.min(refundable(payment), referred.amount - refundedOf(locked, referred));
}

/** What a VOID releases, in minor units. */
export function voidableAmount({ payment, referred }: LockedPayment, act: OperationEffect): number {
  const isWhole = payment.authentication === 'PENDING' || act.effect === 'void-capture';
  return isWhole ? referred.amount : remaining(payment);
}

/** Rule: billing/void. */
function refuseVoid(locked: LockedPayment, asked: FollowUpRequest) {
  const { payment, referred } = locked;
  if (isVoided(locked, referred) && (referred.method === 'CHARGE' || remaining(payment) === 0)) {
    throw refusal('transaction_already_voided', asked.method, 'the transaction referred to is voided');
  }
  if (payment.authentication === 'PENDING') return;
  if (asked.act.effect === 'void-capture') refuseVoidOfCapture(locked, asked);
  else refuseVoidOfAuthorisation(locked, asked);
}

function refuseVoidOfAuthorisation({ payment, operations }: LockedPayment, asked: FollowUpRequest) {
  const pending = operations.find(
    ({ method, status }) => status === 'PENDING' && requiresAuthorisation(method),
  );
  if (pending) {
    const found = `a ${pending.method} of it is under way, wait for its end`;
    throw refusal('transaction_not_voidable', asked.method, found);
  }
  if (remaining(payment) === 0) {
    const found = 'it is captured whole, name the CHARGE to void it, or send REFUND';
    throw refusal('transaction_not_voidable', asked.method, found);
  }
}

function refuseVoidOfCapture(locked: LockedPayment, asked: FollowUpRequest) {
  const { payment, referred } = locked;
  if (!capturesOf(locked).some(({ id }) => id === referred.id)) {
    throw refusal('transaction_not_voidable', asked.method, whyNotCaptured(locked));
  }
  if (referred.settlesAt !== null && referred.settlesAt <= asked.now) {
    const found = `the capture was settled at ${referred.settlesAt.toISOString()}, send REFUND`;
    throw refusal('transaction_not_voidable', asked.method, found);
  }
  if (refundable(payment) < referred.amount || refundedOf(locked, referred) > 0) {
    throw refusal('transaction_not_voidable', asked.method, 'a part was refunded, send REFUND for the rest');
  }
}

/** Why the transaction that was named has no authorisation to capture from. */
function whyNotAuthorised({ referred: { method } }: LockedPayment): string {
  const named = isStartMethod(method) ? 'SALE' : method;
  return `a ${named} is referred to, expected an AUTH`;
}

/** Why the transaction that was named has no capture that stands. */
function whyNotCaptured({ referred: { method, status } }: LockedPayment): string {
  return status === 'PENDING'
    ? `the ${method} referred to is under way, wait for its end`
    : 'nothing was captured by the transaction referred to';
}

function refusal(code: ErrorCode, method: FollowUpMethod, found: string): ServiceError {
  return new ServiceError(code, `Cannot bill ${method}: ${found}`, { param: 'transactionID' });
}

type Over = { readonly locked: LockedPayment; readonly asked: FollowUpRequest; readonly bound: number };

function overBound(code: ErrorCode, { locked, asked, bound }: Over): ServiceError {
  const { currency } = locked.payment;
  const found = decimalText(asked.amount, currency);
  const most = decimalText(bound, currency);
  const message = `Cannot bill ${asked.method}: the amount is ${found}, expected at most ${most}`;
  return new ServiceError(code, message, { param: 'amount', figures: figuresOf(locked) });
}
