import { and, eq } from 'drizzle-orm';
import type { OpenChallenge } from '../../../contract/frame/session-events.ts';
import type { ServiceContext, WalletCaller } from '../../base/runtime/context.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import { ServiceError } from '../../base/service-error.ts';
import { publishSessionEvent } from '../../shoppers/session-events/publish-session-event.ts';
import { type ChallengeRow, challenges } from '../../tables/challenges.ts';
import { findOwnChallenge, lockOwnChallenge } from './own-challenges.ts';
import { openChallengeOf } from './present-challenge.ts';

type ResumeChallengeInput = {
  readonly caller: WalletCaller;
  readonly transactionId: string;
  /** Capability of a guest's box that this tab has kept. */
  readonly box?: string | undefined;
};

/**
 * "Continue" in another tab, or after a reload. From now on the challenge tells the asking session and no other. The
 * session that had it is told so. Raises `challenge_ended`. Rule: threeds/other-tab.
 */
export async function resumeChallenge(
  context: ServiceContext,
  resuming: ResumeChallengeInput,
): Promise<OpenChallenge> {
  const { walletSessionId } = resuming.caller;
  return runLockingTransaction(context, async (inside) => {
    const { challenge } = await lockOwnChallenge(inside, resuming);
    const [bound] = await inside.db
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
    await publishMove(inside, challenge, walletSessionId);
    return openChallengeOf(inside, await findOwnChallenge(inside, resuming));
  });
}

/** Tells the session that had the challenge, unless it is the one that continues it. */
async function publishMove(context: ServiceContext, had: ChallengeRow, has: string): Promise<void> {
  const { walletSessionId, operationId } = had;
  if (walletSessionId === has) return;
  await publishSessionEvent(context, { walletSessionId, operationId, type: '3ds_moved' });
}
