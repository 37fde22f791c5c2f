import { asc, eq, inArray, or } from 'drizzle-orm';
import type { RecentRequest } from '../../../base/runtime/recent-requests.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import type { Transaction } from '../../../payments/model/transaction.ts';
import type { CardTokenRow, PaymentRow } from '../../../tables/payments.ts';
import { type ProviderPaymentRow, providerPayments } from '../../../tables/provider-payments.ts';
import { type SessionEventRow, sessionEvents } from '../../../tables/session-events.ts';
import { refreshTokens, walletSessions } from '../../../tables/sessions.ts';

/** Records of a payment other than its operations and callbacks. */
export type RelatedRecords = {
  /** The wallet session of its token; undefined for sandbox tokens. */
  readonly session:
    | { readonly openedAt: Date; readonly origin: string; readonly grantedAt: Date }
    | undefined;
  /** The events that its session got, as far as they are stored. */
  readonly events: readonly SessionEventRow[];
  readonly provider: ProviderPaymentRow | undefined;
  /** Those of the session and of the payment that are held, oldest first. */
  readonly requests: readonly RecentRequest[];
};

type PaymentDetails = {
  readonly payment: PaymentRow;
  readonly token: CardTokenRow;
  readonly transactions: readonly Transaction[];
};

/** A wallet waits for its events by asking over and over. */
const WAITING = '/wallet/api/v1/events';
/** The newest that are shown. */
const MOST_REQUESTS = 200;

export async function readRelatedRecords(runtime: Runtime, of: PaymentDetails): Promise<RelatedRecords> {
  const provider = await providerPaymentOf(runtime, of);
  const sessionId = of.token.walletSessionId ?? provider?.walletSessionId ?? null;
  return {
    session: sessionId === null ? undefined : await sessionOf(runtime, sessionId),
    events: sessionId === null ? [] : await eventsOf(runtime, { sessionId, of }),
    provider,
    requests: requestsOf(runtime, { sessionId, of }),
  };
}

async function providerPaymentOf({ db }: Runtime, { payment, transactions }: PaymentDetails) {
  const ids = transactions.map(({ operation }) => operation.id);
  const [found] = await db
    .select()
    .from(providerPayments)
    .where(or(eq(providerPayments.tokenId, payment.tokenId), inArray(providerPayments.operationId, ids)))
    .limit(1);
  return found;
}

async function sessionOf({ db }: Runtime, sessionId: string): Promise<RelatedRecords['session']> {
  const [found] = await db
    .select({
      openedAt: walletSessions.createdAt,
      origin: walletSessions.origin,
      grantedAt: refreshTokens.createdAt,
    })
    .from(walletSessions)
    .innerJoin(refreshTokens, eq(refreshTokens.id, walletSessions.refreshTokenId))
    .where(eq(walletSessions.id, sessionId));
  return found;
}

type OfSession<Id> = { readonly sessionId: Id; readonly of: PaymentDetails };

async function eventsOf({ db }: Runtime, { sessionId, of }: OfSession<string>) {
  const ids = new Set(of.transactions.map(({ operation }) => operation.id));
  const eventRows = await db
    .select()
    .from(sessionEvents)
    .where(eq(sessionEvents.walletSessionId, sessionId))
    .orderBy(asc(sessionEvents.seq));
  return eventRows.filter(({ operationId }) => ids.has(operationId));
}

function requestsOf({ requests }: Runtime, { sessionId, of }: OfSession<string | null>) {
  const { payment, transactions } = of;
  const ids = new Set(transactions.map(({ operation }) => operation.transactionId));
  const isOfPayment = ({ accountId, transactionId }: RecentRequest) =>
    (accountId === undefined || accountId === payment.accountId) && ids.has(transactionId ?? '');
  // One that names a transaction of another payment is of another attempt.
  const isOfSession = ({ walletSessionId, transactionId, route, status }: RecentRequest) =>
    sessionId !== null &&
    walletSessionId === sessionId &&
    transactionId === undefined &&
    (route !== WAITING || status >= 400);
  return requests
    .held()
    .filter((request) => isOfSession(request) || isOfPayment(request))
    .slice(0, MOST_REQUESTS)
    .reverse();
}
