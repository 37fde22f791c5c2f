import type { AdminCallback } from '../../../../contract/admin/callbacks.ts';
import type { TimelineEntry } from '../../../../contract/admin/timeline.ts';
import type { RecentRequest } from '../../../base/runtime/recent-requests.ts';
import { isStartMethod } from '../../../payments/model/methods.ts';
import type { Transaction } from '../../../payments/model/transaction.ts';
import type { CardTokenRow, PaymentRow } from '../../../tables/payments.ts';
import type { RelatedRecords } from './related-records.ts';

type Known = RelatedRecords & {
  readonly payment: PaymentRow;
  readonly token: CardTokenRow;
  readonly shown: readonly Transaction[];
  readonly told: readonly AdminCallback[];
  readonly now: Date;
};

type Entry = Partial<TimelineEntry> & Pick<TimelineEntry, 'at' | 'actor' | 'kind'>;

/** Everything that is known of a payment in one line, oldest first; what was at one moment in the order below. */
export function timelineOf(known: Known): TimelineEntry[] {
  const own = [
    ...ofSession(known),
    ...ofProvider(known),
    ...known.shown.flatMap((transaction) => ofOperation(transaction, known)),
    ...known.events.map((event): Entry => {
      const at = event.createdAt.toISOString();
      return { at, actor: 'page', kind: 'session-told', detail: event.type };
    }),
    ...known.told.flatMap(ofCallback),
    ...ofClock(known),
  ];
  const joined = new Set(own.flatMap(({ request }) => request?.request_id ?? []));
  const others = known.requests.filter(({ requestId }) => !joined.has(requestId)).map(ofRequest);
  return [...own, ...others]
    .map(complete)
    .sort((one, other) => orderOf(one) - orderOf(other) || rank(one, other));
}

const orderOf = ({ at }: TimelineEntry) => Date.parse(at);

const ORDER: readonly TimelineEntry['kind'][] = [
  'refresh-token-created',
  'session-opened',
  'provider-opened',
  'provider-ended',
  'token-minted',
  'operation-started',
  'challenge-not-asked',
  'challenge-created',
  'challenge-shown',
  'challenge-ended',
  'challenge-late-result',
  'operation-ended',
  'session-told',
  'request',
  'callback-written',
  'callback-attempt',
  'settled',
  'authorisation-expired',
];

function rank(one: TimelineEntry, other: TimelineEntry): number {
  return ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind);
}

function ofSession({ session, token, provider, requests }: Known): Entry[] {
  if (!session) return [];
  const exchange = requests.find(({ route }) => route === '/wallet/api/v1/token');
  const minting = requests.find(({ route, at }) => MINTING.includes(route) && at >= token.createdAt);
  const minted: Entry = {
    at: token.createdAt.toISOString(),
    actor: 'wallet',
    kind: 'token-minted',
    request: requestOf(minting),
  };
  // The token of a sale at a provider stays in the service.
  const isInstant = provider?.use === 'instant';
  return [
    { at: session.grantedAt.toISOString(), actor: 'backend', kind: 'refresh-token-created' },
    {
      at: session.openedAt.toISOString(),
      actor: 'page',
      kind: 'session-opened',
      detail: session.origin,
      request: requestOf(exchange),
    },
    ...(isInstant ? [] : [minted]),
  ];
}

const MINTING: readonly string[] = [
  '/wallet/api/v1/cards',
  '/wallet/api/v1/aliases',
  '/wallet/api/v1/instant',
];

function ofProvider({ provider }: Known): Entry[] {
  if (!provider) return [];
  const { method, status, createdAt, endedAt } = provider;
  const opened: Entry = {
    at: createdAt.toISOString(),
    actor: 'provider',
    kind: 'provider-opened',
    detail: method,
  };
  if (endedAt === null) return [opened];
  return [opened, { at: endedAt.toISOString(), actor: 'provider', kind: 'provider-ended', detail: status }];
}

function ofOperation(transaction: Transaction, known: Known): Entry[] {
  const { operation, challenge } = transaction;
  const { transactionId } = operation;
  const asked = known.requests.find(({ requestId }) => requestId === operation.requestId);
  const started: Entry = {
    at: operation.createdAt.toISOString(),
    actor: startedIn(known, { operation, asked }),
    kind: 'operation-started',
    detail: operation.method,
    transaction_id: transactionId,
    http_status: asked?.status ?? null,
    request: requestOf(asked),
  };
  const ended: Entry[] =
    operation.status === 'PENDING'
      ? []
      : [
          {
            at: endOf(transaction, known),
            actor: 'processor',
            kind: 'operation-ended',
            detail: operation.declineCode ?? operation.status,
            transaction_id: transactionId,
          },
        ];
  return [started, ...ofBank(transaction), ...ofChallenge(challenge, transactionId), ...ended];
}

type StartedInInput = {
  readonly operation: Transaction['operation'];
  readonly asked: RecentRequest | undefined;
};

/** Only a request that is still held tells an operator's follow-up from the backend's. */
function startedIn({ provider }: Known, { operation, asked }: StartedInInput): TimelineEntry['actor'] {
  if (provider?.operationId === operation.id) return 'provider';
  return asked ? actorOfRoute(asked.route) : 'backend';
}

/** An operation's row has no end time. It comes from what ended the operation: challenge, provider or callback. */
function endOf({ operation, challenge }: Transaction, { provider, told }: Known): string {
  const { id, transactionId, createdAt } = operation;
  const atProvider = provider?.operationId === id ? provider.endedAt : null;
  const callback = told.find(
    ({ transaction_id, info }) => transaction_id === transactionId && info !== 'AUTH_EXPIRED',
  );
  const at = challenge?.endedAt ?? atProvider;
  return at?.toISOString() ?? callback?.created_at ?? createdAt.toISOString();
}

/** 3-D Secure without a challenge, of which nothing but its result is kept. */
function ofBank({ operation, payment, challenge }: Transaction): Entry[] {
  const { authentication } = payment;
  if (challenge !== null || authentication === null || !isStartMethod(operation.method)) return [];
  const { transactionId, createdAt } = operation;
  return [
    {
      at: createdAt.toISOString(),
      actor: 'challenge',
      kind: 'challenge-not-asked',
      detail: authentication,
      transaction_id: transactionId,
    },
  ];
}

function ofChallenge(challenge: Transaction['challenge'], transactionId: string): Entry[] {
  if (!challenge) return [];
  const { createdAt, openedAt, endedAt, status, lateResult } = challenge;
  const entry = (at: Date | null, kind: Entry['kind'], detail?: string): Entry[] =>
    at === null
      ? []
      : [
          {
            at: at.toISOString(),
            actor: 'challenge',
            kind,
            detail: detail ?? null,
            transaction_id: transactionId,
          },
        ];
  return [
    ...entry(createdAt, 'challenge-created'),
    ...entry(openedAt, 'challenge-shown'),
    ...entry(endedAt, 'challenge-ended', status),
    ...(lateResult === null ? [] : entry(endedAt, 'challenge-late-result', lateResult)),
  ];
}

function ofCallback({ id, transaction_id, info, created_at, attempts }: AdminCallback): Entry[] {
  const entry = { actor: 'callback', transaction_id, callback_id: id } as const;
  return [
    { ...entry, at: created_at, kind: 'callback-written', detail: info },
    ...attempts.map(
      ({ ended_at, answer_status, failure }): Entry => ({
        ...entry,
        at: ended_at,
        kind: 'callback-attempt',
        detail: failure,
        http_status: answer_status,
      }),
    ),
  ];
}

function ofClock({ payment, shown, now }: Known): Entry[] {
  const settled = shown.flatMap(({ operation, settlesAt }): Entry[] => {
    if (settlesAt === null || settlesAt > now) return [];
    const { transactionId } = operation;
    return [{ at: settlesAt.toISOString(), actor: 'clock', kind: 'settled', transaction_id: transactionId }];
  });
  const { closedBy, authorisationExpiresAt: expired } = payment;
  if (closedBy !== 'CLOCK' || expired === null) return settled;
  const start = shown.find(({ operation }) => isStartMethod(operation.method));
  const transactionId = start?.operation.transactionId ?? null;
  return [
    ...settled,
    {
      at: expired.toISOString(),
      actor: 'clock',
      kind: 'authorisation-expired',
      transaction_id: transactionId,
    },
  ];
}

function ofRequest(request: RecentRequest): Entry {
  const { at, route, status, transactionId } = request;
  return {
    at: at.toISOString(),
    actor: actorOfRoute(route),
    kind: 'request',
    transaction_id: transactionId ?? null,
    http_status: status,
    request: requestOf(request),
  };
}

const ACTOR_BY_ROUTE: readonly (readonly [string, TimelineEntry['actor']])[] = [
  ['/wallet/api/v1/token', 'page'],
  ['/wallet/api/v1/billing', 'backend'],
  ['/wallet/api/v1/transactions', 'backend'],
  ['/wallet/api/', 'wallet'],
  ['/wallet/instant/', 'provider'],
  ['/3ds/', 'challenge'],
  ['/api/payments/', 'operator'],
];

function actorOfRoute(route: string): TimelineEntry['actor'] {
  return ACTOR_BY_ROUTE.find(([start]) => route.startsWith(start))?.[1] ?? 'backend';
}

function requestOf(request: RecentRequest | undefined): TimelineEntry['request'] {
  if (!request) return null;
  const { requestId, method, route, errorCode, milliseconds } = request;
  return {
    request_id: requestId,
    method,
    route,
    error_code: errorCode ?? null,
    milliseconds: Math.round(milliseconds * 10) / 10,
  };
}

function complete({
  detail,
  transaction_id,
  callback_id,
  http_status,
  request,
  ...entry
}: Entry): TimelineEntry {
  return {
    ...entry,
    detail: detail ?? null,
    transaction_id: transaction_id ?? null,
    callback_id: callback_id ?? null,
    http_status: http_status ?? null,
    request: request ?? null,
  };
}
