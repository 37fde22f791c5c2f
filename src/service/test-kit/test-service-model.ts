import type { BillingMethod, FollowUpMethod, StartMethod } from '../../contract/billing/billing.ts';
import type { NamedBy } from './test-history-steps.ts';
import {
  DAY,
  type ModelOperation,
  type ModelPayment,
  refusalOf,
  SECOND,
  totalsOf,
} from './test-payment-model.ts';

type Start = {
  readonly method: StartMethod;
  readonly cents: number;
  readonly isAsync: boolean;
  readonly declined: boolean;
  /** What answers the challenge, if one comes. */
  readonly autopilot: 'Y' | 'N' | undefined;
  /** Place of a single-use token in `tokens`; undefined: a token for any number of payments. */
  readonly token: number | undefined;
};
type Token = { readonly madeAt: number; isUsed: boolean };
type FollowUp = { readonly method: FollowUpMethod; readonly cents: number; readonly declined: boolean };
type End = { readonly ok: boolean; readonly at: number };

/** For tests: a service in one thread; time passes event by event. */
export type ServiceModel = {
  now: number;
  events: { readonly at: number; readonly run: () => void }[];
  readonly payments: ModelPayment[];
  readonly operations: ModelOperation[];
  readonly tokens: Token[];
};

const TOKEN_LIFE = 1_800 * SECOND;

export const serviceModel = (): ServiceModel => ({
  now: 0,
  events: [],
  payments: [],
  operations: [],
  tokens: [],
});

export function wait(model: ServiceModel, ms: number) {
  model.now += ms;
  for (;;) {
    const [next] = model.events.filter(({ at }) => at <= model.now).toSorted((a, b) => a.at - b.at);
    if (!next) return;
    model.events = model.events.filter((event) => event !== next);
    next.run();
  }
}

export function startRefusal(model: ServiceModel, { token }: Pick<Start, 'token'>): string | undefined {
  const paying = token === undefined ? undefined : model.tokens[token];
  const isOver = paying && (paying.isUsed || model.now >= paying.madeAt + TOKEN_LIFE);
  return isOver ? 'token_invalid' : undefined;
}

export function start(model: ServiceModel, request: Start): ModelOperation | string {
  const refusal = startRefusal(model, request);
  if (refusal !== undefined) return refusal;
  const token = request.token === undefined ? undefined : model.tokens[request.token];
  if (token) token.isUsed = true;
  return startAnyhow(model, request);
}

function startAnyhow(model: ServiceModel, { method, cents, isAsync, declined, autopilot }: Start) {
  const payment: ModelPayment = {
    isSale: method.startsWith('SALE'),
    isAsync,
    cents,
    operations: [],
    callbackInfos: [],
    challenge: 'none',
    isLive: false,
    closed: 0,
    closedBy: undefined,
    expiresAt: Number.POSITIVE_INFINITY,
  };
  model.payments.push(payment);
  const operation = add(model, { payment, method, cents, on: undefined });
  if (!method.endsWith('3DS') || cents !== 1_000) {
    open(model, operation, { ok: !declined, at: model.now });
    return operation;
  }
  payment.challenge = 'open';
  const endAt = (at: number, ok: boolean) => {
    model.events.push({ at, run: () => endChallenge(model, operation, { ok, at }) });
  };
  if (autopilot) endAt(model.now + 300, autopilot === 'Y' && !declined);
  endAt(model.now + 900 * SECOND, false);
  return operation;
}

export function followUp(model: ServiceModel, on: ModelOperation, { method, cents, declined }: FollowUp) {
  const { now } = model;
  const refusal = refusalOf(on, { method, cents, now });
  if (refusal !== undefined) return refusal;
  const { payment } = on;
  const isAll = on.method === 'CHARGE' || payment.isSale || payment.challenge === 'open';
  const released = isAll ? on.cents : totalsOf(payment).remaining;
  const operation = add(model, { payment, method, on, cents: method === 'VOID' ? released : cents });
  if (payment.challenge === 'open') {
    endChallenge(model, on, { ok: false, at: now });
    payment.challenge = 'voided';
    end(operation, { ok: true, at: now });
  } else if (payment.isAsync) {
    const at = now + 2 * SECOND;
    model.events.push({ at, run: () => finish(operation, { ok: !declined, at }) });
  } else finish(operation, { ok: !declined, at: now });
  return operation;
}

export function answer(model: ServiceModel, operation: ModelOperation, ok: boolean) {
  endChallenge(model, operation, { ok, at: model.now });
}

type New = Pick<ModelOperation, 'payment' | 'method' | 'cents' | 'on'>;

function add({ operations }: ServiceModel, request: New): ModelOperation {
  const operation: ModelOperation = {
    ...request,
    status: 'PENDING',
    settlesAt: Number.POSITIVE_INFINITY,
  };
  operations.push(operation);
  request.payment.operations.push(operation);
  return operation;
}

function end(operation: ModelOperation, { ok, at }: End) {
  operation.status = ok ? 'SUCCESS' : 'FAILURE';
  operation.settlesAt = at + DAY;
  operation.payment.callbackInfos.push(`${operation.method}_${ok ? 'SUCCEEDED' : 'FAILED'}`);
}

/** The processor's answer to a start. */
function open(model: ServiceModel, operation: ModelOperation, { ok, at }: End) {
  const { payment } = operation;
  payment.isLive = ok;
  end(operation, { ok, at });
  if (!ok || payment.isSale) return;
  payment.expiresAt = at + 7 * DAY;
  model.events.push({ at: payment.expiresAt, run: () => expire(payment, payment.expiresAt) });
}

function endChallenge(model: ServiceModel, operation: ModelOperation, outcome: End) {
  if (operation.payment.challenge !== 'open') return;
  operation.payment.challenge = 'ended';
  open(model, operation, outcome);
}

function finish(operation: ModelOperation, { ok, at }: End) {
  const { payment, on, method, cents } = operation;
  end(operation, { ok, at });
  const isCapturable = !payment.isSale && at < payment.expiresAt;
  if (method === 'VOID' && ok && (on?.method.startsWith('AUTH') || !isCapturable)) {
    payment.closed += cents;
    payment.closedBy = 'VOID';
  }
  expire(payment, at);
}

/** Which methods, while pending, keep an authorisation from expiring. */
const DELAYS_EXPIRY: Readonly<Record<BillingMethod, boolean>> = {
  SALE: false,
  AUTH: false,
  SALE_3DS: false,
  AUTH_3DS: false,
  CHARGE: true,
  REFUND: false,
  VOID: true,
};

function expire(payment: ModelPayment, at: number) {
  const { remaining } = totalsOf(payment);
  const isDelayed = payment.operations.some(
    ({ method, status }) => status === 'PENDING' && DELAYS_EXPIRY[method],
  );
  if (at < payment.expiresAt || remaining === 0 || isDelayed) return;
  payment.closed += remaining;
  payment.closedBy = 'CLOCK';
  payment.callbackInfos.push('AUTH_EXPIRED');
}

/** An answer that is kept under the names of its request. */
export type StoredAnswer = { readonly named: NamedBy; storedAt: number };

/** The answer to a repeated request, or to another request under the same names. */
export function repeat({ now }: ServiceModel, kept: StoredAnswer, isOther: boolean) {
  const isByKey = (kept.named === 'key' || kept.named === 'both') && now < kept.storedAt + DAY;
  const isById = kept.named === 'id' || kept.named === 'both';
  if (!isByKey && !isById) return 'anew';
  if (isOther) return isByKey ? 'idempotency_key_reused' : 'transaction_id_exists';
  // An answer found by its id is kept under its key once more.
  if (!isByKey) kept.storedAt = now;
  return 'replay';
}
