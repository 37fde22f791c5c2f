import type { BillingMethod, FollowUpMethod } from '../../contract/billing/billing.ts';
import type { CallbackInfo } from '../../contract/billing/callback.ts';

/** For tests: the rules of billing once more, as plain objects that each step changes. */

export type ModelOperation = {
  readonly payment: ModelPayment;
  readonly method: BillingMethod;
  readonly cents: number;
  readonly on: ModelOperation | undefined;
  status: 'PENDING' | 'SUCCESS' | 'FAILURE';
  settlesAt: number;
};
export type ModelPayment = {
  readonly isSale: boolean;
  readonly isAsync: boolean;
  readonly cents: number;
  readonly operations: ModelOperation[];
  readonly callbackInfos: CallbackInfo[];
  challenge: 'none' | 'open' | 'ended' | 'voided';
  isLive: boolean;
  expiresAt: number;
  closed: number;
  closedBy: 'VOID' | 'CLOCK' | undefined;
};

export const SECOND = 1_000;
export const DAY = 86_400 * SECOND;

const sum = (operations: readonly ModelOperation[]) => operations.reduce((all, { cents }) => all + cents, 0);
const isCapture = ({ method }: ModelOperation) => method === 'CHARGE' || method.startsWith('SALE');
const of = ({ operations }: ModelPayment, method: BillingMethod, status: ModelOperation['status']) =>
  operations.filter((operation) => operation.method === method && operation.status === status);
const isVoided = (operation: ModelOperation) =>
  of(operation.payment, 'VOID', 'SUCCESS').some(({ on }) => on === operation);
const capturesOf = ({ operations }: ModelPayment) =>
  operations.filter(
    (operation) => isCapture(operation) && operation.status === 'SUCCESS' && !isVoided(operation),
  );

export function totalsOf(payment: ModelPayment) {
  const authorised = payment.isLive ? payment.cents : 0;
  const captured = sum(capturesOf(payment));
  const pending = sum(of(payment, 'CHARGE', 'PENDING'));
  return {
    authorised,
    captured,
    pending,
    refunded: sum(of(payment, 'REFUND', 'SUCCESS')),
    refundPending: sum(of(payment, 'REFUND', 'PENDING')),
    remaining: authorised - captured - pending - payment.closed,
  };
}

export function stateOf(payment: ModelPayment) {
  const { captured, pending, refunded, remaining } = totalsOf(payment);
  if (payment.challenge === 'open') return 'PENDING_3DS';
  if (!payment.isLive) return 'FAILED';
  if (captured === 0 && pending === 0 && remaining === 0) {
    return payment.closedBy === 'VOID' ? 'VOIDED' : 'EXPIRED';
  }
  const isDone = remaining === 0 && pending === 0 && of(payment, 'REFUND', 'PENDING').length === 0;
  if (captured > 0 && isDone && refunded === captured) return 'REFUNDED';
  if (refunded > 0) return 'PARTIALLY_REFUNDED';
  if (captured === 0) return 'AUTHORISED';
  return isDone ? 'CAPTURED' : 'PARTIALLY_CAPTURED';
}

type FollowUp = { readonly method: FollowUpMethod; readonly cents: number; readonly now: number };

/** The code a follow-up is refused with, if it is. */
export function refusalOf(on: ModelOperation, { method, cents, now }: FollowUp): string | undefined {
  const { payment } = on;
  const state = stateOf(payment);
  const isUnderWay = of(payment, 'VOID', 'PENDING').length > 0;
  const noStart = on.method === 'REFUND' || on.method === 'VOID';
  return REFUSALS[method](on, { state, isUnderWay, noStart, cents, now });
}

type FollowUpCase = {
  readonly state: string;
  readonly isUnderWay: boolean;
  readonly noStart: boolean;
  readonly cents: number;
  readonly now: number;
};

const REFUSALS: Record<
  FollowUpMethod,
  (on: ModelOperation, followUpCase: FollowUpCase) => string | undefined
> = {
  CHARGE: chargeRefusal,
  REFUND: refundRefusal,
  VOID: voidRefusal,
};

function chargeRefusal(
  { payment }: ModelOperation,
  { state, isUnderWay, noStart, cents, now }: FollowUpCase,
) {
  if (state === 'PENDING_3DS') return 'awaiting_3ds';
  if (state === 'EXPIRED') return 'authorisation_expired';
  if (['FAILED', 'VOIDED'].includes(state) || isUnderWay) return 'transaction_not_capturable';
  if (payment.isSale || noStart) return 'transaction_not_capturable';
  if (now >= payment.expiresAt) return 'authorisation_expired';
  return cents > totalsOf(payment).remaining ? 'amount_exceeds_authorised' : undefined;
}

function refundRefusal(on: ModelOperation, { isUnderWay, noStart, cents }: FollowUpCase) {
  const { payment } = on;
  const captures =
    on.method === 'CHARGE' ? capturesOf(payment).filter((one) => one === on) : capturesOf(payment);
  if (!payment.isLive || captures.length === 0 || isUnderWay || noStart) return 'transaction_not_refundable';
  const refunds = payment.operations.filter(
    ({ method, status }) => method === 'REFUND' && status !== 'FAILURE',
  );
  const here = on.method === 'CHARGE' ? on.cents - sum(refunds.filter((one) => one.on === on)) : Infinity;
  const bound = Math.min(here, sum(capturesOf(payment)) - sum(refunds));
  return cents > bound ? 'amount_exceeds_refundable' : undefined;
}

function voidRefusal(on: ModelOperation, { state, isUnderWay, noStart, now }: FollowUpCase) {
  const { payment } = on;
  const { remaining, pending } = totalsOf(payment);
  const refunds = payment.operations.filter(
    ({ method, status }) => method === 'REFUND' && status !== 'FAILURE',
  );
  if (state === 'VOIDED' || payment.challenge === 'voided') return 'transaction_already_voided';
  if (['FAILED', 'EXPIRED', 'REFUNDED'].includes(state) || isUnderWay || noStart) {
    return 'transaction_not_voidable';
  }
  if (isVoided(on) && (on.method === 'CHARGE' || remaining === 0)) return 'transaction_already_voided';
  if (state === 'PENDING_3DS') return undefined;
  if (!isCapture(on)) return pending > 0 || remaining === 0 ? 'transaction_not_voidable' : undefined;
  const isStanding = capturesOf(payment).includes(on) && now < on.settlesAt;
  const isRefunded =
    refunds.some((one) => one.on === on) || sum(capturesOf(payment)) - sum(refunds) < on.cents;
  return isStanding && !isRefunded ? undefined : 'transaction_not_voidable';
}
