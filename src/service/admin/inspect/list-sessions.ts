import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import type {
  AdminRefreshToken,
  AdminWalletSession,
  SessionQuery,
  SessionsAnswer,
} from '../../../contract/admin/sessions.ts';
import type { ServiceContext } from '../../context/context.ts';
import type { RecentRequest } from '../../context/recent-requests.ts';
import { refreshTokens, users, walletSessions } from '../../tables/sessions.ts';
import { PAGE_READ, pageOf } from '../page.ts';
import { requestShown } from './request-shown.ts';

/** The most refresh tokens, of all accounts, that one answer looks through: only their numbers are in order of time. */
const LOOKED_AT = 5_000;
/** Of one refresh token. */
const MOST_SESSIONS = 20;
const MOST_REFUSALS = 20;

/** A page of refresh tokens, newest first, each with the wallets that it opened. */
export async function listSessions(
  context: ServiceContext,
  query: SessionQuery,
): Promise<Omit<SessionsAnswer, 'status'>> {
  const oldest = await oldestLookedAt(context, query);
  const rows = await tokensOf(context, { query, oldest });
  const { page, next } = pageOf(rows, ({ token }) => token.id);
  const sessions = await sessionsOf(
    context,
    page.map(({ token }) => token.id),
  );
  const refusals = context.requests.held().filter(({ status }) => status >= 400);
  const now = context.clock.now();
  return {
    refresh_tokens: page.map((found) =>
      refreshToken(found, { sessions: sessions.get(found.token.id) ?? [], refusals, now }),
    ),
    next: next ?? oldest ?? null,
    refused_exchanges: refusals
      .filter(({ route, method }) => route === '/wallet/api/v1/token' && method === 'POST')
      .slice(0, MOST_REFUSALS)
      .map(requestShown),
  };
}

/** The number at which this answer stops; undefined where it comes to the first. */
async function oldestLookedAt({ db }: ServiceContext, { before }: SessionQuery): Promise<number | undefined> {
  const [oldest] = await db
    .select({ id: refreshTokens.id })
    .from(refreshTokens)
    .where(before === undefined ? undefined : lt(refreshTokens.id, before))
    .orderBy(desc(refreshTokens.id))
    .offset(LOOKED_AT - 1)
    .limit(1);
  return oldest?.id;
}

type Looking = { readonly query: SessionQuery; readonly oldest: number | undefined };

function tokensOf({ db }: ServiceContext, { query, oldest }: Looking) {
  const { account_id, user_id, external_id, before } = query;
  return db
    .select({ token: refreshTokens, externalId: users.externalId, isGuest: users.isGuest })
    .from(refreshTokens)
    .innerJoin(users, eq(users.id, refreshTokens.userId))
    .where(
      and(
        eq(refreshTokens.accountId, account_id),
        user_id === undefined ? undefined : eq(refreshTokens.userId, user_id),
        external_id === undefined ? undefined : eq(users.externalId, external_id),
        before === undefined ? undefined : lt(refreshTokens.id, before),
        oldest === undefined ? undefined : gte(refreshTokens.id, oldest),
      ),
    )
    .orderBy(desc(refreshTokens.id))
    .limit(PAGE_READ);
}

type SessionRow = typeof walletSessions.$inferSelect;

/** The newest of each token; a token that lives for months may have opened thousands. */
async function sessionsOf({ db }: ServiceContext, tokenIds: readonly number[]) {
  const place = sql<number>`row_number() over (partition by ${walletSessions.refreshTokenId} order by ${walletSessions.lastSeenAt} desc)`;
  const ranked = db
    .select({ id: walletSessions.id, place: place.as('place') })
    .from(walletSessions)
    .where(inArray(walletSessions.refreshTokenId, [...tokenIds]))
    .as('ranked');
  const rows = await db
    .select({ session: walletSessions })
    .from(ranked)
    .innerJoin(walletSessions, eq(walletSessions.id, ranked.id))
    .where(sql`${ranked.place} <= ${MOST_SESSIONS}`)
    .orderBy(desc(walletSessions.lastSeenAt), desc(walletSessions.id));
  const byToken = new Map<number, SessionRow[]>();
  for (const { session } of rows) {
    const { refreshTokenId: id } = session;
    byToken.set(id, [...(byToken.get(id) ?? []), session]);
  }
  return byToken;
}

type TokenRow = Awaited<ReturnType<typeof tokensOf>>[number];
type Beside = {
  readonly sessions: readonly SessionRow[];
  readonly refusals: readonly RecentRequest[];
  readonly now: Date;
};

function refreshToken({ token, externalId, isGuest }: TokenRow, beside: Beside): AdminRefreshToken {
  const { id, userId, view, createdAt, expiresAt, revokedAt } = token;
  return {
    refresh_token_id: id,
    user_id: userId,
    external_id: externalId,
    is_guest: isGuest,
    view,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    revoked_at: revokedAt?.toISOString() ?? null,
    is_in_force: revokedAt === null && expiresAt > beside.now,
    wallet_sessions: beside.sessions.map((session) => walletSession(session, beside)),
  };
}

function walletSession(session: SessionRow, { refusals }: Beside): AdminWalletSession {
  const { id, origin, createdAt, lastSeenAt, endedAt } = session;
  const own = refusals.filter(({ walletSessionId }) => walletSessionId === id);
  return {
    wallet_session_id: id,
    origin,
    created_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    refusals: own.slice(0, MOST_REFUSALS).map(requestShown),
  };
}
