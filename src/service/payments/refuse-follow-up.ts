import type { FollowUpMethod } from '../../contract/billing/billing.ts';
import type { ErrorCode } from '../../contract/errors/errors.ts';
import { ServiceError } from '../base/service-error.ts';
import {
  capturesOf,
  isVoided,
  isVoiding,
  type PastOperation,
  type PaymentHistory,
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

/** Check the amounts, where the table of methods says `by-amounts`. */
const JUDGES: Record<FollowUpMethod, (history: PaymentHistory, request: FollowUpRequest) => void> = {
  CHARGE: refuseCharge,
  REFUND: refuseRefund,
  VOID: refuseVoid,
};

/** Why a method cannot act on the transaction referred to. */
const REASONS: Record<FollowUpMethod, (history: PaymentHistory) => string> = {
  CHARGE: whyNotAuthorised,
  REFUND: whyNotCaptured,
  VOID: ({ original }) => `a ${original.method} is referred to, expected a SALE, an AUTH or a CHARGE`,
};

/** What a follow-up would do. Refuses where the payment's state, or the transaction referred to, allows nothing. */
export function requireFollowUpEffect(history: PaymentHistory, method: FollowUpMethod): OperationEffect {
  const { payment, original } = history;
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
  const act = effectOf(method, original.method);
  if (act === null) throw refusal(refusedAs, method, REASONS[method](history));
  return act;
}

/** Refuses a follow-up that the payment's amounts do not allow at this moment. Rule: billing/follow-ups. */
export function refuseFollowUp(history: PaymentHistory, request: FollowUpRequest) {
  if (requiresAuthorisation(request.method)) refuseWithoutAuthorisation(history, request);
  JUDGES[request.method](history, request);
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
  const newestTime = Math.max(...captures.map(({ createdAt }) => createdAt.getTime()));
  if (captures.length === 0) {
    throw refusal('transaction_not_refundable', request.method, whyNotCaptured(history));
  }
  if (request.now.getTime() > newestTime + REFUND_DAYS * DAY_MS) {
    throw refusal(
      'transaction_not_refundable',
      request.method,
      `the capture is more than ${REFUND_DAYS} days old`,
    );
  }
  if (refundsOf(history).length >= MAX_REFUNDS) {
    throw refusal(
      'transaction_not_refundable',
      request.method,
      `the payment has ${MAX_REFUNDS} refunds already`,
    );
  }
  const bound = refundBound(history);
  if (request.amount > bound) throw exceededBound('amount_exceeds_refundable', { history, request, bound });
}

/** A CHARGE means that capture alone; the SALE or the AUTH means all captures. */
function capturesReferredTo(history: PaymentHistory): readonly PastOperation[] {
  const { original } = history;
  const captures = capturesOf(history);
  return original.method === 'CHARGE' ? captures.filter(({ id }) => id === original.id) : captures;
}

function refundBound(history: PaymentHistory): number {
  const { payment, original } = history;
  if (original.method !== 'CHARGE') return refundable(payment);
  return Math.min(refundable(payment), original.amount - refundedOf(history, original));
}

/** What a VOID releases, in minor units. */
export function voidableAmount({ payment, original }: PaymentHistory, act: OperationEffect): number {
  const isWhole = payment.authentication === 'PENDING' || act.effect === 'void-capture';
  return isWhole ? original.amount : remaining(payment);
}

/** Rule: billing/void. */
function refuseVoid(history: PaymentHistory, request: FollowUpRequest) {
  const { payment, original } = history;
  if (isVoided(history, original) && (original.method === 'CHARGE' || remaining(payment) === 0)) {
    throw refusal('transaction_already_voided', request.method, 'the transaction referred to is voided');
  }
  if (payment.authentication === 'PENDING') return;
  if (request.act.effect === 'void-capture') refuseVoidOfCapture(history, request);
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
  const { payment, original } = history;
  if (!capturesOf(history).some(({ id }) => id === original.id)) {
    throw refusal('transaction_not_voidable', request.method, whyNotCaptured(history));
  }
  if (original.settlesAt !== null && original.settlesAt <= request.now) {
    const found = `the capture was settled at ${original.settlesAt.toISOString()}, send REFUND`;
    throw refusal('transaction_not_voidable', request.method, found);
  }
  if (refundable(payment) < original.amount || refundedOf(history, original) > 0) {
    throw refusal(
      'transaction_not_voidable',
      request.method,
      'a part was refunded, send REFUND for the rest',
    );
  }
}

/** Why the transaction that was named has no authorisation to capture from. */
function whyNotAuthorised({ original: { method } }: PaymentHistory): string {
  const named = isStartMethod(method) ? 'SALE' : method;
  return `a ${named} is referred to, expected an AUTH`;
}

/** Why the named transaction has no capture in force. */
function whyNotCaptured({ original: { method, status } }: PaymentHistory): string {
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
  return new ServiceError(code, message, { param: 'amount', totals: figuresOf(history) });
}
