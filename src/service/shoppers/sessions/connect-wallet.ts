import { randomBytes } from 'node:crypto';
import { and, asc, eq, exists, gt, inArray, isNull } from 'drizzle-orm';
import type { WalletSession } from '../../../contract/frame/wallet-api.ts';
import type { Database } from '../../../store/database.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { Account } from '../../tables/accounts.ts';
import { challenges } from '../../tables/challenges.ts';
import { refreshTokens, users, walletSessions } from '../../tables/sessions.ts';
import { isRegisteredOrigin } from '../accounts/registered-origins.ts';
import { ACCESS_TOKEN_SECONDS, signAccessToken } from './access-token.ts';
import { isIntactRefreshToken, refreshTokenDigest } from './refresh-token.ts';
import { aliveSince } from './session-life.ts';

const MAX_LIVE_SESSIONS = 10;

type Connection = {
  /** The account of the page's publishable key. */
  readonly account: Pick<Account, 'id' | 'origins'>;
  readonly refreshToken: string;
  /** The origin of the shop's page, from its browser. */
  readonly origin: string | undefined;
  /** The session to continue. */
  readonly walletSession: string | undefined;
};

type Grant = typeof refreshTokens.$inferSelect;

/** Exchanges a refresh token for an access token of a new wallet session, or of the running one. */
export async function connectWallet(core: Core, connection: Connection): Promise<WalletSession> {
  const { account, refreshToken, origin, walletSession } = connection;
  if (origin === undefined || !isRegisteredOrigin(account.origins, origin)) throw originNotAllowed();
  const { db, clock } = core;
  const now = clock.now();
  const grant = await lockGrant(db, refreshToken);
  if (!isIntactRefreshToken(core, grant)) throw refreshTokenInvalid();
  refuseUnusable(grant, { accountId: account.id, now });
  const sessions = await findLiveSessions(db, { grant, now });
  const sameSession = sessions.find((session) => session.id === walletSession && session.origin === origin);
  const sessionId = sameSession?.id ?? (await openSession(db, { grant, sessions, origin, now }));
  if (sameSession) await touch(db, { sessionId, now });
  const { userId, view, merchantId, expiresAt } = grant;
  const isGuest = await isGuestUser(db, userId);
  const hasChallenge = sessions.some((session) => session.hasChallenge);
  const accessToken = await signAccessToken(core, {
    audience: 'wallet',
    accountId: account.id,
    userId,
    isGuest,
    sessionId,
  });
  return {
    accessToken,
    expiresIn: ACCESS_TOKEN_SECONDS,
    // Rounded up, so that it has ended by then.
    refreshTokenExpiresIn: Math.ceil((expiresAt.getTime() - now.getTime()) / 1000),
    walletSession: sessionId,
    isGuest,
    ...(view !== null && { view }),
    ...(merchantId !== null && { merchant_id: merchantId }),
    ...(hasChallenge && { hasChallenge }),
  };
}

/** The lock keeps two exchanges from counting the live sessions at once. */
async function lockGrant(db: Database, refreshToken: string): Promise<Grant> {
  const [grant] = await db
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.digest, refreshTokenDigest(refreshToken)))
    .for('no key update');
  if (grant) return grant;
  throw refreshTokenInvalid();
}

function refuseUnusable(grant: Grant, { accountId, now }: { accountId: number; now: Date }) {
  if (grant.accountId !== accountId || grant.revokedAt !== null) throw refreshTokenInvalid();
  if (grant.expiresAt > now) return;
  throw new ServiceError('refresh_token_expired', 'Cannot connect: the refresh token has expired', {
    param: 'refreshToken',
  });
}

/** The token's live sessions, oldest first, those with an open challenge last. */
async function findLiveSessions(db: Database, { grant, now }: { grant: Grant; now: Date }) {
  const isOpen = and(eq(challenges.walletSessionId, walletSessions.id), eq(challenges.status, 'OPEN'));
  const hasChallenge = exists(db.select().from(challenges).where(isOpen)).mapWith(Boolean);
  return db
    .select({ id: walletSessions.id, origin: walletSessions.origin, hasChallenge })
    .from(walletSessions)
    .where(
      and(
        eq(walletSessions.refreshTokenId, grant.id),
        isNull(walletSessions.endedAt),
        gt(walletSessions.lastSeenAt, aliveSince(now)),
      ),
    )
    .orderBy(asc(hasChallenge), asc(walletSessions.createdAt), asc(walletSessions.id));
}

type NewSession = {
  readonly grant: Grant;
  /** The token's live sessions, those to end first in front. */
  readonly sessions: readonly { readonly id: string }[];
  readonly origin: string;
  readonly now: Date;
};

async function openSession(db: Database, { grant, sessions, origin, now }: NewSession): Promise<string> {
  const surplus = sessions.slice(0, Math.max(0, sessions.length - MAX_LIVE_SESSIONS + 1)).map(({ id }) => id);
  if (surplus.length > 0) {
    await db.update(walletSessions).set({ endedAt: now }).where(inArray(walletSessions.id, surplus));
  }
  const id = `ws_${randomBytes(16).toString('base64url')}`;
  const { id: refreshTokenId, accountId, userId } = grant;
  await db
    .insert(walletSessions)
    .values({ id, refreshTokenId, accountId, userId, origin, createdAt: now, lastSeenAt: now });
  return id;
}

async function touch(db: Database, { sessionId, now }: { sessionId: string; now: Date }) {
  await db.update(walletSessions).set({ lastSeenAt: now }).where(eq(walletSessions.id, sessionId));
}

async function isGuestUser(db: Database, userId: number): Promise<boolean> {
  const [user] = await db.select({ isGuest: users.isGuest }).from(users).where(eq(users.id, userId));
  if (!user) throw new Error('Cannot connect: the refresh token names no user');
  return user.isGuest;
}

function originNotAllowed() {
  return new ServiceError(
    'origin_not_allowed',
    "Cannot connect: the page's origin is not registered for this publishable key",
  );
}

function refreshTokenInvalid() {
  return new ServiceError(
    'refresh_token_invalid',
    'Cannot connect: the refresh token is unknown or revoked, expected one of the account',
    { param: 'refreshToken' },
  );
}
