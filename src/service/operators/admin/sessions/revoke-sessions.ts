import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { UserRevocation } from '../../../../contract/admin/sessions.ts';
import type { Database } from '../../../../store/database.ts';
import type { Core } from '../../../base/runtime/core.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { refreshTokenDigest } from '../../../shoppers/sessions/refresh-token.ts';
import { cardTokens } from '../../../tables/payments.ts';
import { loginSessions, refreshTokens, users, walletSessions } from '../../../tables/sessions.ts';

/**
 * Ends a refresh token, the wallets it opened and their unspent card tokens. Returns how many tokens it ended: one.
 * Rule: sessions/revocation.
 */
export async function revokeToken({ db, clock }: Core, refreshToken: string): Promise<number> {
  const isThis = eq(refreshTokens.digest, refreshTokenDigest(refreshToken));
  const count = await revoke(db, { now: clock.now(), which: isThis });
  if (count > 0) return count;
  throw new ServiceError('not_found', 'Cannot revoke the refresh token: it is unknown or revoked already');
}

/** Like `revokeToken`, for a token known by its number. Returns the id of its account. */
export async function revokeTokenById({ db, clock }: Core, id: number): Promise<number> {
  const isThis = eq(refreshTokens.id, id);
  const count = await revoke(db, { now: clock.now(), which: isThis });
  const [token] = await db.select({ accountId: refreshTokens.accountId }).from(refreshTokens).where(isThis);
  if (token && count > 0) return token.accountId;
  throw new ServiceError('not_found', 'Cannot revoke the refresh token: none in force has this number');
}

/** Ends one wallet and its unspent card tokens; its page may open another. Returns the id of its account. */
export async function endWalletSession({ db, clock }: Core, id: string): Promise<number> {
  const now = clock.now();
  const [session] = await db
    .update(walletSessions)
    .set({ endedAt: now })
    .where(and(eq(walletSessions.id, id), isNull(walletSessions.endedAt)))
    .returning({ accountId: walletSessions.accountId });
  const isUnspent = and(eq(cardTokens.isSingleUse, true), isNull(cardTokens.consumedBy));
  await db
    .update(cardTokens)
    .set({ expiresAt: now })
    .where(and(eq(cardTokens.walletSessionId, id), isUnspent));
  if (session) return session.accountId;
  throw new ServiceError('not_found', 'Cannot end the wallet session: it is unknown or has ended already');
}

/**
 * Ends all refresh tokens of a user, the wallets they opened, the access tokens of the login endpoint and all card
 * tokens, including lasting ones. A user who returns gets new ones.
 */
export async function revokeUser({ db, clock }: Core, named: UserRevocation): Promise<number> {
  const { account_id, user_id, external_id } = named;
  const byName = user_id === undefined ? eq(users.externalId, external_id ?? '') : eq(users.id, user_id);
  // The row lock keeps a login from opening a session meanwhile. A token exchange may still write its session, which is
  // then ended here.
  const [user] = await db
    .select()
    .from(users)
    .where(and(eq(users.accountId, account_id), byName))
    .for('no key update');
  if (!user) throw new ServiceError('not_found', 'Cannot find the user: none of this account has the id');
  await db.delete(loginSessions).where(eq(loginSessions.userId, user.id));
  const now = clock.now();
  const isOfUser = eq(refreshTokens.userId, user.id);
  const count = await revoke(db, { now, which: isOfUser });
  await db
    .update(refreshTokens)
    .set({ userEndedAt: now })
    .where(and(isOfUser, isNull(refreshTokens.userEndedAt)));
  return count;
}

async function revoke(db: Database, { now, which }: { now: Date; which: SQL }): Promise<number> {
  const rows = await db
    .update(refreshTokens)
    .set({ revokedAt: now })
    .where(and(which, isNull(refreshTokens.revokedAt)))
    .returning({ id: refreshTokens.id });
  const ids = rows.map(({ id }) => id);
  await db
    .update(walletSessions)
    .set({ endedAt: now })
    .where(and(inArray(walletSessions.refreshTokenId, ids), isNull(walletSessions.endedAt)));
  return rows.length;
}
