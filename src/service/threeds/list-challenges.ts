import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm';
import type { OpenChallenge } from '../../contract/session-events.ts';
import type { ServiceContext, WalletCaller } from '../context.ts';
import { challenges } from '../db/tables/challenges.ts';
import { payments } from '../db/tables/payments.ts';
import { walletSessions } from '../db/tables/sessions.ts';
import { openChallengeOf } from '../session-events/present-challenge.ts';
import { selectChallenges } from './find-challenge.ts';

/**
 * What waits for this shopper on this shop's pages: made by this session, or by one that nobody listens for any more.
 * Oldest first.
 */
export async function listChallenges(
  context: ServiceContext,
  caller: WalletCaller,
): Promise<OpenChallenge[]> {
  const { accountId, userId, walletSessionId } = caller;
  const now = context.clock.now();
  const [own] = await context.db.select().from(walletSessions).where(eq(walletSessions.id, walletSessionId));
  if (!own) return [];
  const isGone = or(isNull(walletSessions.listeningUntil), lte(walletSessions.listeningUntil, now));
  const found = await selectChallenges(context)
    .where(
      and(
        ...[eq(payments.accountId, accountId), eq(payments.userId, userId)],
        ...[eq(challenges.status, 'OPEN'), gt(challenges.expiresAt, now)],
        eq(walletSessions.origin, own.origin),
        or(eq(walletSessions.id, walletSessionId), isGone),
      ),
    )
    .orderBy(asc(challenges.createdAt));
  return found.map((challenge) => openChallengeOf(context, challenge));
}
