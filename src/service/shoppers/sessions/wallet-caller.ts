import { and, eq, gt, isNull } from 'drizzle-orm';
import type { View } from '../../../contract/forms/settings.ts';
import type { Core } from '../../base/runtime/core.ts';
import { refreshTokens, walletSessions } from '../../tables/sessions.ts';
import { accessTokenExpired, accessTokenInvalid, verifyAccessToken } from './access-token.ts';
import { aliveSince } from './session-life.ts';

/** A wallet frame, known by its access token. */
export type WalletCaller = {
  readonly accountId: number;
  readonly userId: number;
  readonly isGuest: boolean;
  readonly walletSessionId: string;
  /** The one view that its refresh token was made for; null for both views. */
  readonly view: View | null;
  /** The one merchant that its refresh token was made for; null for each that pages may name. */
  readonly merchantId: number | null;
};

/** A wallet caller whose token may end while its request waits. `refreshTokenId`: the token that opened its session. */
export type WaitingCaller = WalletCaller & {
  readonly tokenExpiresAt: Date;
  readonly refreshTokenId: number;
  readonly refreshTokenExpiresAt: Date;
};

/** The wallet behind an access token. The call counts as a request of its session. */
export async function walletCaller(core: Core, token: string): Promise<WaitingCaller> {
  const subject = await verifyAccessToken(core, { token, audience: 'wallet' });
  const now = core.clock.now();
  const sessions = await core.db
    .update(walletSessions)
    .set({ lastSeenAt: now })
    .from(refreshTokens)
    .where(
      and(
        isInForce(subject.sessionId),
        eq(walletSessions.userId, subject.userId),
        gt(walletSessions.lastSeenAt, aliveSince(now)),
        eq(refreshTokens.id, walletSessions.refreshTokenId),
      ),
    )
    .returning({
      view: refreshTokens.view,
      merchantId: refreshTokens.merchantId,
      refreshTokenId: refreshTokens.id,
      refreshTokenExpiresAt: refreshTokens.expiresAt,
    });
  const [session] = sessions;
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

/** Refuses a wallet that has ended since it was found. It only reads: the session was marked as seen a moment ago. */
export async function refuseEndedWallet(core: Core, caller: WaitingCaller): Promise<void> {
  const { tokenExpiresAt, walletSessionId } = caller;
  if (tokenExpiresAt <= core.clock.now()) throw accessTokenExpired('its request waited for longer');
  const [session] = await core.db
    .select({ id: walletSessions.id })
    .from(walletSessions)
    .innerJoin(refreshTokens, eq(refreshTokens.id, walletSessions.refreshTokenId))
    .where(isInForce(walletSessionId));
  if (!session) throw accessTokenInvalid();
}

/** Neither the session nor the refresh token that opened it was ended. */
function isInForce(sessionId: string) {
  return and(
    eq(walletSessions.id, sessionId),
    isNull(walletSessions.endedAt),
    isNull(refreshTokens.revokedAt),
  );
}
