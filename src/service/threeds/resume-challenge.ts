import { and, eq } from 'drizzle-orm';
import type { OpenChallenge } from '../../contract/session-events.ts';
import type { ServiceContext, WalletCaller } from '../context.ts';
import { challenges } from '../db/tables/challenges.ts';
import { ServiceError } from '../service-error.ts';
import { openChallengeOf } from '../session-events/present-challenge.ts';
import { lockOwnChallenge } from './find-challenge.ts';

type Resuming = { readonly caller: WalletCaller; readonly transactionId: string };

/**
 * "Continue" in another tab: from now on the challenge tells the asking session and no other. Raises
 * `challenge_ended`. Chosen: threeds.md 5.
 */
export async function resumeChallenge(context: ServiceContext, resuming: Resuming): Promise<OpenChallenge> {
  const { walletSessionId } = resuming.caller;
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const { challenge } = await lockOwnChallenge(inside, resuming);
    const [bound] = await db
      .update(challenges)
      .set({ walletSessionId })
      .where(and(eq(challenges.id, challenge.id), eq(challenges.status, 'OPEN')))
      .returning({ id: challenges.id });
    if (!bound) {
      throw new ServiceError(
        'challenge_ended',
        'Cannot resume the challenge: it has ended, expected it open',
      );
    }
    return openChallengeOf(inside, await lockOwnChallenge(inside, resuming));
  });
}
