import { and, eq, gt, isNull } from 'drizzle-orm';
import type { ServiceContext, WaitingCaller } from '../context/context.ts';
import { refreshTokens, walletSessions } from '../tables/sessions.ts';
import { accessTokenInvalid, verifyAccessToken } from './access-token.ts';
import { aliveSince } from './session-life.ts';

/** The wallet behind an access token. The call counts as a request of its session. */
export async function walletCaller(context: ServiceContext, token: string): Promise<WaitingCaller> {
  const subject = await verifyAccessToken(context, { token, audience: 'wallet' });
  const now = context.clock.now();
  const touched = await context.db
    .update(walletSessions)
    .set({ lastSeenAt: now })
    .from(refreshTokens)
    .where(
      and(
        eq(walletSessions.id, subject.sessionId),
        eq(walletSessions.userId, subject.userId),
        isNull(walletSessions.endedAt),
        gt(walletSessions.lastSeenAt, aliveSince(now)),
        eq(refreshTokens.id, walletSessions.refreshTokenId),
        isNull(refreshTokens.revokedAt),
      ),
    )
    .returning({
      view: refreshTokens.view,
      refreshTokenId: refreshTokens.id,
      refreshTokenExpiresAt: refreshTokens.expiresAt,
    });
  const [session] = touched;
  if (!session) throw accessTokenInvalid();
  const { accountId, userId, isGuest, expiresAt } = subject;
  return {
    accountId,
    userId,
    isGuest,
    walletSessionId: subject.sessionId,
    ...session,
    tokenExpiresAt: expiresAt,
  };
}
