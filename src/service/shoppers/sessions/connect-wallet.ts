import { randomBytes } from 'node:crypto';
import { and, asc, eq, exists, gt, inArray, isNull } from 'drizzle-orm';
import type { WalletSession } from '../../../contract/frame/wallet-api.ts';
import type { Database } from '../../../store/database.ts';
import type { ServiceContext } from '../../base/runtime/context.ts';
import { ServiceError } from '../../base/service-error.ts';
import { challenges } from '../../tables/challenges.ts';
import { refreshTokens, users, walletSessions } from '../../tables/sessions.ts';
import { findAccountByPublishableKey } from '../accounts/find-account.ts';
import { isRegisteredOrigin } from '../accounts/registered-origins.ts';
import { ACCESS_TOKEN_SECONDS, signAccessToken } from './access-token.ts';
import { isIntactRefreshToken, refreshTokenDigest } from './refresh-token.ts';
import { aliveSince } from './session-life.ts';

const MAX_LIVE_SESSIONS = 10;

type Input = {
  readonly publishableKey: string;
  readonly refreshToken: string;
  /** The origin of the shop's page, as its browser says. */
  readonly origin: string | undefined;
  /** The session to continue. */
  readonly walletSession: string | undefined;
};

type Grant = typeof refreshTokens.$inferSelect;

/** Exchanges publishable key and refresh token for an access token of a new wallet session, or of the running one. */
export async function connectWallet(context: ServiceContext, input: Input): Promise<WalletSession> {
  const account = await findAccountByPublishableKey(context, input.publishableKey);
  const { origin } = input;
  if (origin === undefined || !isRegisteredOrigin(account.origins, origin)) throw originNotAllowed();
  const now = context.clock.now();
  const { view, merchantId, hasChallenge, endsAt, ...session } = await context.db.transaction(async (tx) => {
    const grant = await lockGrant(tx, input.refreshToken);
    if (!isIntactRefreshToken(context, grant)) throw refreshTokenInvalid();
    refuseUnusable(grant, { accountId: account.id, now });
    const live = await liveSessions(tx, { grant, now });
    const running = live.find((known) => known.id === input.walletSession && known.origin === origin);
    const sessionId = running?.id ?? (await openSession(tx, { grant, live, origin, now }));
    if (running) await touch(tx, { sessionId, now });
    const isGuest = await isGuestUser(tx, grant.userId);
    const hasChallenge = live.some((known) => known.hasChallenge);
    const { userId, view, merchantId, expiresAt: endsAt } = grant;
    return { sessionId, userId, isGuest, view, merchantId, hasChallenge, endsAt };
  });
  const accessToken = await signAccessToken(context, {
    audience: 'wallet',
    accountId: account.id,
    ...session,
  });
  return {
    accessToken,
    expiresIn: ACCESS_TOKEN_SECONDS,
    // Rounded up, so that it has ended by then.
    refreshTokenExpiresIn: Math.ceil((endsAt.getTime() - now.getTime()) / 1000),
    walletSession: session.sessionId,
    isGuest: session.isGuest,
    ...(view !== null && { view }),
    ...(merchantId !== null && { merchant_id: merchantId }),
    ...(hasChallenge && { hasChallenge }),
  };
}

/** The lock keeps two exchanges from counting the live sessions at once. */
async function lockGrant(tx: Database, refreshToken: string): Promise<Grant> {
  const [grant] = await tx
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

/** The live sessions, oldest first, those with an open challenge last. */
async function liveSessions(tx: Database, { grant, now }: { grant: Grant; now: Date }) {
  const isOpen = and(eq(challenges.walletSessionId, walletSessions.id), eq(challenges.status, 'OPEN'));
  const hasChallenge = exists(tx.select().from(challenges).where(isOpen)).mapWith(Boolean);
  return tx
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

type NewSession = { grant: Grant; live: readonly { readonly id: string }[]; origin: string; now: Date };

async function openSession(tx: Database, { grant, live, origin, now }: NewSession): Promise<string> {
  const surplus = live.slice(0, Math.max(0, live.length - MAX_LIVE_SESSIONS + 1)).map(({ id }) => id);
  if (surplus.length > 0) {
    await tx.update(walletSessions).set({ endedAt: now }).where(inArray(walletSessions.id, surplus));
  }
  const id = `ws_${randomBytes(16).toString('base64url')}`;
  const { id: refreshTokenId, accountId, userId } = grant;
  await tx
    .insert(walletSessions)
    .values({ id, refreshTokenId, accountId, userId, origin, createdAt: now, lastSeenAt: now });
  return id;
}

async function touch(tx: Database, { sessionId, now }: { sessionId: string; now: Date }) {
  await tx.update(walletSessions).set({ lastSeenAt: now }).where(eq(walletSessions.id, sessionId));
}

async function isGuestUser(tx: Database, userId: number): Promise<boolean> {
  const [user] = await tx.select({ isGuest: users.isGuest }).from(users).where(eq(users.id, userId));
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
