import type { AdminCallback } from '../../../../contract/admin/callbacks.ts';
import type { TimelineEntry } from '../../../../contract/admin/timeline.ts';
import { REVERSALS } from '../../../../contract/billing/callback.ts';
import type { RecentRequest } from '../../../base/runtime/recent-requests.ts';
import { wasChallenged } from '../../../payments/model/authentication.ts';
import { isStartMethod } from '../../../payments/model/methods.ts';
import { decimalText } from '../../../payments/model/money.ts';
import type { Transaction } from '../../../payments/model/transaction.ts';
import type { CardTokenRow, PaymentRow } from '../../../tables/payments.ts';
import type { ReversalRow } from '../../../tables/reversals.ts';
import type { RelatedRecords } from './related-records.ts';
import { actorOfRoute, type Entry, ofRequest, requestOf } from './timeline-requests.ts';

type PaymentRecords = RelatedRecords & {
  readonly payment: PaymentRow;
  readonly token: CardTokenRow;
  readonly transactions: readonly Transaction[];
  readonly callbacks: readonly AdminCallback[];
  readonly reversals: readonly ReversalRow[];
  readonly now: Date;
};

/** All events of a payment, oldest first; those of one moment in the order below. */
export function timelineOf(records: PaymentRecords): TimelineEntry[] {
  const entries = [
    ...ofSession(records),
    ...ofProvider(records),
    ...records.transactions.flatMap((transaction) => ofOperation(transaction, records)),
    ...records.events.map((event): Entry => {
      const at = event.createdAt.toISOString();
      return { at, actor: 'page', kind: 'session-told', detail: event.type };
    }),
    ...ofReversals(records),
    ...records.callbacks.flatMap(ofCallback),
    ...ofClock(records),
  ];
  const requestIds = new Set(entries.flatMap(({ request }) => request?.request_id ?? []));
  const others = records.requests.filter(({ requestId }) => !requestIds.has(requestId)).map(ofRequest);
  return [...entries, ...others]
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
  'reversal',
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

function ofSession({ session, token, provider, requests }: PaymentRecords): Entry[] {
  if (!session) return [];
  const exchange = requests.find(({ route }) => route === '/wallet/api/v1/token');
  const tokenRequest = requests.find(
    ({ route, at }) => TOKEN_ROUTES.includes(route) && at >= token.createdAt,
  );
  const tokenEntry: Entry = {
    at: token.createdAt.toISOString(),
    actor: 'wallet',
    kind: 'token-minted',
    request: requestOf(tokenRequest),
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
    ...(isInstant ? [] : [tokenEntry]),
  ];
}

const TOKEN_ROUTES: readonly string[] = [
  '/wallet/api/v1/cards',
  '/wallet/api/v1/aliases',
  '/wallet/api/v1/instant',
];

function ofProvider({ provider }: PaymentRecords): Entry[] {
  if (!provider) return [];
  const { method, status, createdAt, endedAt } = provider;
  const openEntry: Entry = {
    at: createdAt.toISOString(),
    actor: 'provider',
    kind: 'provider-opened',
    detail: method,
  };
  if (endedAt === null) return [openEntry];
  return [
    openEntry,
    { at: endedAt.toISOString(), actor: 'provider', kind: 'provider-ended', detail: status },
  ];
}

function ofOperation(transaction: Transaction, records: PaymentRecords): Entry[] {
  const { operation, challenge } = transaction;
  const { transactionId } = operation;
  const request = records.requests.find(({ requestId }) => requestId === operation.requestId);
  const startEntry: Entry = {
    at: operation.createdAt.toISOString(),
    actor: startedIn(records, { operation, request }),
    kind: 'operation-started',
    detail: operation.method,
    transaction_id: transactionId,
    http_status: request?.status ?? null,
    request: requestOf(request),
  };
  const endEntries: Entry[] =
    operation.status === 'PENDING'
      ? []
      : [
          {
            at: endOf(transaction, records),
            actor: 'processor',
            kind: 'operation-ended',
            detail: operation.declineCode ?? operation.status,
            transaction_id: transactionId,
          },
        ];
  return [startEntry, ...ofBank(transaction), ...ofChallenge(challenge, transactionId), ...endEntries];
}

type StartContext = {
  readonly operation: Transaction['operation'];
  readonly request: RecentRequest | undefined;
};

/** Only a request that is still in memory distinguishes an operator's follow-up from the backend's. */
function startedIn(
  { provider }: PaymentRecords,
  { operation, request }: StartContext,
): TimelineEntry['actor'] {
  if (provider?.operationId === operation.id) return 'provider';
  return request ? actorOfRoute(request.route) : 'backend';
}

/** What callbacks tell of an operation that ended before. */
const LATER_EVENTS: ReadonlySet<string> = new Set(['AUTH_EXPIRED', ...REVERSALS]);

/** An operation's row has no end time. It comes from what ended the operation: challenge, provider or callback. */
function endOf({ operation, challenge }: Transaction, { provider, callbacks }: PaymentRecords): string {
  const { id, transactionId, createdAt } = operation;
  const atProvider = provider?.operationId === id ? provider.endedAt : null;
  const callback = callbacks.find(
    ({ transaction_id, info }) => transaction_id === transactionId && !LATER_EVENTS.has(info),
  );
  const at = challenge?.endedAt ?? atProvider;
  return at?.toISOString() ?? callback?.created_at ?? createdAt.toISOString();
}

/** 3-D Secure without a challenge, of which only the result is stored. */
function ofBank({ operation, payment, challenge }: Transaction): Entry[] {
  const { authentication } = payment;
  const isKnown = authentication !== null && authentication !== 'PENDING';
  if (wasChallenged(challenge) || !isKnown || !isStartMethod(operation.method)) return [];
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
  if (!wasChallenged(challenge)) return [];
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

function ofReversals({ reversals, transactions, payment: { currency } }: PaymentRecords): Entry[] {
  const transactionIds = new Map(
    transactions.map(({ operation }) => [operation.id, operation.transactionId]),
  );
  return reversals.map(({ createdAt, reversal, amount, operationId }) => ({
    at: createdAt.toISOString(),
    actor: 'processor',
    kind: 'reversal',
    detail: `${reversal}, ${decimalText(amount, currency)} ${currency}`,
    transaction_id: transactionIds.get(operationId) ?? null,
  }));
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

function ofClock({ payment, transactions, now }: PaymentRecords): Entry[] {
  const settlements = transactions.flatMap(({ operation, settlesAt }): Entry[] => {
    if (settlesAt === null || settlesAt > now) return [];
    const { transactionId } = operation;
    return [{ at: settlesAt.toISOString(), actor: 'clock', kind: 'settled', transaction_id: transactionId }];
  });
  const { closedBy, authorisationExpiresAt: expiresAt } = payment;
  if (closedBy !== 'CLOCK' || expiresAt === null) return settlements;
  const start = transactions.find(({ operation }) => isStartMethod(operation.method));
  const transactionId = start?.operation.transactionId ?? null;
  return [
    ...settlements,
    {
      at: expiresAt.toISOString(),
      actor: 'clock',
      kind: 'authorisation-expired',
      transaction_id: transactionId,
    },
  ];
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
