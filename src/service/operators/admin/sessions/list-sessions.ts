import { and, desc, eq, gte, lt } from 'drizzle-orm';
import type {
  AdminRefreshToken,
  AdminWalletSession,
  SessionQuery,
  SessionsAnswer,
} from '../../../../contract/admin/sessions.ts';
import type { RecentRequest } from '../../../base/runtime/recent-requests.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { refreshTokens, users, walletSessions } from '../../../tables/sessions.ts';
import { adminRequestOf } from '../inspect/admin-request.ts';
import { PAGE_READ, pageOf } from '../page.ts';

/** The most refresh tokens, of all accounts, that one answer looks through: only their numbers are in order of time. */
const LOOKED_AT = 5_000;
/** Of one refresh token. */
const MOST_SESSIONS = 20;
const MOST_REFUSALS = 20;

/** What a page asks for before it has a wallet. */
const CONNECTING: readonly string[] = ['POST /wallet/api/v1/token', 'GET /wallet/frame'];

/** A page of refresh tokens, newest first, each with the wallets that it opened. */
export async function listSessions(
  runtime: Runtime,
  query: SessionQuery,
): Promise<Omit<SessionsAnswer, 'status'>> {
  const oldestId = await oldestLookedAt(runtime, query);
  const rows = await tokensOf(runtime, { query, oldestId });
  const { page, next } = pageOf(rows, ({ token }) => token.id);
  const sessions = await sessionsOf(
    runtime,
    page.map(({ token }) => token.id),
  );
  const refusals = runtime.requests.held().filter(({ status }) => status >= 400);
  const now = runtime.clock.now();
  return {
    refresh_tokens: page.map((found) =>
      refreshToken(found, { sessions: sessions.get(found.token.id) ?? [], refusals, now }),
    ),
    next: next ?? oldestId ?? null,
    refused_exchanges: refusals
      .filter(({ route, method }) => CONNECTING.includes(`${method} ${route}`))
      .slice(0, MOST_REFUSALS)
      .map(adminRequestOf),
  };
}

/** The number at which this answer stops; undefined where it comes to the first. */
async function oldestLookedAt({ db }: Runtime, { before }: SessionQuery): Promise<number | undefined> {
  const [oldestId] = await db
    .select({ id: refreshTokens.id })
    .from(refreshTokens)
    .where(before === undefined ? undefined : lt(refreshTokens.id, before))
    .orderBy(desc(refreshTokens.id))
    .offset(LOOKED_AT - 1)
    .limit(1);
  return oldestId?.id;
}

type TokenFilter = { readonly query: SessionQuery; readonly oldestId: number | undefined };

function tokensOf({ db }: Runtime, { query, oldestId }: TokenFilter) {
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
        oldestId === undefined ? undefined : gte(refreshTokens.id, oldestId),
      ),
    )
    .orderBy(desc(refreshTokens.id))
    .limit(PAGE_READ);
}

type SessionRow = typeof walletSessions.$inferSelect;

/** The newest of each token, which may have opened thousands. One query each, because each takes the index. */
async function sessionsOf({ db }: Runtime, tokenIds: readonly number[]) {
  const byToken = new Map<number, SessionRow[]>();
  for (const id of tokenIds) {
    const newestSessions = await db
      .select()
      .from(walletSessions)
      .where(eq(walletSessions.refreshTokenId, id))
      .orderBy(desc(walletSessions.lastSeenAt))
      .limit(MOST_SESSIONS);
    byToken.set(id, newestSessions);
  }
  return byToken;
}

type TokenRow = Awaited<ReturnType<typeof tokensOf>>[number];
type TokenRecords = {
  readonly sessions: readonly SessionRow[];
  readonly refusals: readonly RecentRequest[];
  readonly now: Date;
};

function refreshToken({ token, externalId, isGuest }: TokenRow, records: TokenRecords): AdminRefreshToken {
  const { id, userId, view, merchantId, createdAt, expiresAt, revokedAt } = token;
  return {
    refresh_token_id: id,
    user_id: userId,
    external_id: externalId,
    is_guest: isGuest,
    view,
    merchant_id: merchantId,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    revoked_at: revokedAt?.toISOString() ?? null,
    is_in_force: revokedAt === null && expiresAt > records.now,
    wallet_sessions: records.sessions.map((session) => walletSession(session, records)),
  };
}

function walletSession(session: SessionRow, { refusals }: TokenRecords): AdminWalletSession {
  const { id, origin, createdAt, lastSeenAt, endedAt } = session;
  const ownRefusals = refusals.filter(({ walletSessionId }) => walletSessionId === id);
  return {
    wallet_session_id: id,
    origin,
    created_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    refusals: ownRefusals.slice(0, MOST_REFUSALS).map(adminRequestOf),
  };
}
