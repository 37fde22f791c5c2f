import type { FollowUpMethod } from '../../contract/billing/billing.ts';
import type { ErrorCode } from '../../contract/errors/errors.ts';
import { ServiceError } from '../base/service-error.ts';
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
import {
  capturesOf,
  isVoided,
  isVoiding,
  type PastOperation,
  type PaymentHistory,
  refundedOf,
  refundsOf,
} from './payment-history.ts';
import { paymentTotalsOf } from './present/payment-totals.ts';

const MAX_REFUNDS = 100;
/** Rule: billing/many-operations. */
const MAX_OPERATIONS = 500;
const REFUND_DAYS = 365;
const DAY_MS = 86_400_000;

/** A follow-up before it is allowed. */
type FollowUpRequest = {
  readonly method: FollowUpMethod;
  /** What it would do to its payment. */
  readonly effect: OperationEffect;
  /** Minor units; for a VOID, what it releases. */
  readonly amount: number;
  readonly now: Date;
};

/** What the amounts allow, once the table of methods refuses nothing. */
const AMOUNT_CHECKS: Record<FollowUpMethod, (history: PaymentHistory, request: FollowUpRequest) => void> = {
  CHARGE: refuseCharge,
  REFUND: refuseRefund,
  VOID: refuseVoid,
};

/** Why a method cannot act on the transaction referred to. */
const REASONS: Record<FollowUpMethod, (history: PaymentHistory) => string> = {
  CHARGE: whyNotAuthorised,
  REFUND: whyNotCaptured,
  VOID: ({ referred }) => `a ${referred.method} is referred to, expected a SALE, an AUTH or a CHARGE`,
};

/** What a follow-up would do. Refuses where the payment's state, or the transaction referred to, allows nothing. */
export function requireFollowUpEffect(history: PaymentHistory, method: FollowUpMethod): OperationEffect {
  const { payment, referred } = history;
  const { verdicts, refusedAs } = METHODS[method];
  const state = paymentState(payment);
  const isCancelled = method === 'VOID' && payment.authentication === 'VOIDED';
  const verdict = isCancelled ? 'transaction_already_voided' : verdicts[state];
  if (verdict !== 'by-amounts' && verdict !== 'ends-challenge') {
    throw refusal(verdict, method, `the payment is ${state}${pendingNote(history)}`);
  }
  if (isVoiding(history)) throw refusal(refusedAs, method, 'a VOID of it is under way');
  if (method !== 'VOID' && history.operations.length >= MAX_OPERATIONS) {
    throw refusal(refusedAs, method, `the payment has ${MAX_OPERATIONS} operations already`);
  }
  const effect = effectOf(method, referred.method);
  if (effect === null) throw refusal(refusedAs, method, REASONS[method](history));
  return effect;
}

/** Refuses a follow-up that the payment's amounts do not allow at this moment. Rule: billing/follow-ups. */
export function refuseFollowUp(history: PaymentHistory, request: FollowUpRequest) {
  if (requiresAuthorisation(request.method)) refuseWithoutAuthorisation(history, request);
  AMOUNT_CHECKS[request.method](history, request);
}

/** Says that the payment's state may change, because a capture is under way. */
function pendingNote({ payment }: PaymentHistory): string {
  return payment.capturePending > 0 ? ', a capture of it is under way, wait for its end' : '';
}

/** Rule: billing/authorisation-end. */
function refuseWithoutAuthorisation(history: PaymentHistory, { method, now }: FollowUpRequest) {
  const { authorisationExpiresAt } = history.payment;
  if (authorisationExpiresAt === null) {
    throw refusal(METHODS[method].refusedAs, method, whyNotAuthorised(history));
  }
  if (isAuthorisationOver(history.payment, now)) {
    const end = authorisationExpiresAt.toISOString();
    throw refusal('authorisation_expired', method, `the authorisation ended at ${end}`);
  }
}

/** Rule: billing/capture. */
function refuseCharge(history: PaymentHistory, request: FollowUpRequest) {
  const { payment, merchant } = history;
  // A capture under way closes the rest if it succeeds.
  const isClosing = !merchant.settings.multiCapture && payment.capturePending > 0;
  const bound = isClosing ? 0 : remaining(payment);
  if (request.amount > bound) throw exceededBound('amount_exceeds_authorised', { history, request, bound });
}

/** Rule: billing/refund, billing/transaction-id. */
function refuseRefund(history: PaymentHistory, request: FollowUpRequest) {
  const captures = capturesReferredTo(history);
  const notRefundable = (found: string) => refusal(METHODS.REFUND.refusedAs, request.method, found);
  if (captures.length === 0) throw notRefundable(whyNotCaptured(history));
  const newestTime = Math.max(...captures.map(({ createdAt }) => createdAt.getTime()));
  if (request.now.getTime() > newestTime + REFUND_DAYS * DAY_MS) {
    throw notRefundable(`the capture is more than ${REFUND_DAYS} days old`);
  }
  if (refundsOf(history).length >= MAX_REFUNDS) {
    throw notRefundable(`the payment has ${MAX_REFUNDS} refunds already`);
  }
  const bound = refundBound(history);
  if (request.amount > bound) throw exceededBound('amount_exceeds_refundable', { history, request, bound });
}

/** A CHARGE means that capture alone; the SALE or the AUTH means all captures. */
function capturesReferredTo(history: PaymentHistory): readonly PastOperation[] {
  const { referred } = history;
  const captures = capturesOf(history);
  return referred.method === 'CHARGE' ? captures.filter(({ id }) => id === referred.id) : captures;
}

function refundBound(history: PaymentHistory): number {
  const { payment, referred } = history;
  if (referred.method !== 'CHARGE') return refundable(payment);
  return Math.min(refundable(payment), referred.amount - refundedOf(history, referred));
}

/** What a VOID releases, in minor units. */
export function voidableAmount({ payment, referred }: PaymentHistory, effect: OperationEffect): number {
  const isWhole = payment.authentication === 'PENDING' || effect.name === 'void-capture';
  return isWhole ? referred.amount : remaining(payment);
}

/** Rule: billing/void. */
function refuseVoid(history: PaymentHistory, request: FollowUpRequest) {
  const { payment, referred } = history;
  if (isVoided(history, referred) && (referred.method === 'CHARGE' || remaining(payment) === 0)) {
    throw refusal('transaction_already_voided', request.method, 'the transaction referred to is voided');
  }
  if (payment.authentication === 'PENDING') return;
  if (request.effect.name === 'void-capture') refuseVoidOfCapture(history, request);
  else refuseVoidOfAuthorisation(history, request);
}

function refuseVoidOfAuthorisation({ payment, operations }: PaymentHistory, request: FollowUpRequest) {
  const pending = operations.find(
    ({ method, status }) => status === 'PENDING' && requiresAuthorisation(method),
  );
  if (pending) {
    const found = `a ${pending.method} of it is under way, wait for its end`;
    throw refusal('transaction_not_voidable', request.method, found);
  }
  if (remaining(payment) === 0) {
    const found = 'it is captured whole, name the CHARGE to void it, or send REFUND';
    throw refusal('transaction_not_voidable', request.method, found);
  }
}

function refuseVoidOfCapture(history: PaymentHistory, request: FollowUpRequest) {
  const { payment, referred } = history;
  if (!capturesOf(history).some(({ id }) => id === referred.id)) {
    throw refusal('transaction_not_voidable', request.method, whyNotCaptured(history));
  }
  if (referred.settlesAt !== null && referred.settlesAt <= request.now) {
    const found = `the capture was settled at ${referred.settlesAt.toISOString()}, send REFUND`;
    throw refusal('transaction_not_voidable', request.method, found);
  }
  if (refundable(payment) < referred.amount || refundedOf(history, referred) > 0) {
    throw refusal(
      'transaction_not_voidable',
      request.method,
      'a part was refunded or charged back, send REFUND for the rest',
    );
  }
}

/** Why the transaction that was named has no authorisation to capture from. */
function whyNotAuthorised({ referred: { method } }: PaymentHistory): string {
  const name = isStartMethod(method) ? 'SALE' : method;
  return `a ${name} is referred to, expected an AUTH`;
}

/** Why the named transaction has no capture in force. */
function whyNotCaptured({ referred: { method, status } }: PaymentHistory): string {
  return status === 'PENDING'
    ? `the ${method} referred to is under way, wait for its end`
    : 'nothing was captured by the transaction referred to';
}

function refusal(code: ErrorCode, method: FollowUpMethod, found: string): ServiceError {
  return new ServiceError(code, `Cannot bill ${method}: ${found}`, { param: 'transactionID' });
}

type ExceededBound = {
  readonly history: PaymentHistory;
  readonly request: FollowUpRequest;
  readonly bound: number;
};

function exceededBound(code: ErrorCode, { history, request, bound }: ExceededBound): ServiceError {
  const { currency } = history.payment;
  const found = decimalText(request.amount, currency);
  const most = decimalText(bound, currency);
  const message = `Cannot bill ${request.method}: the amount is ${found}, expected at most ${most}`;
  return new ServiceError(code, message, { param: 'amount', totals: paymentTotalsOf(history) });
}
