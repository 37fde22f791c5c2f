import { and, eq } from 'drizzle-orm';
import type { OpenChallenge } from '../../../contract/frame/session-events.ts';
import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import { publishSessionEvent } from '../../shoppers/session-events/publish-session-event.ts';
import { type ChallengeRow, challenges } from '../../tables/challenges.ts';
import { findOwnChallenge, lockOwnChallenge, type OwnChallenge } from './own-challenges.ts';
import { openChallengeOf } from './present-challenge.ts';

/**
 * Moves a challenge to the caller's session, as "Continue" does in another tab or after a reload. From now on only that
 * session gets its events; the former session gets an event of the move. Raises `challenge_ended`.
 * Rule: threeds/other-tab.
 */
export async function resumeChallenge(core: Core, ownChallenge: OwnChallenge): Promise<OpenChallenge> {
  const { walletSessionId } = ownChallenge.caller;
  const { challenge } = await lockOwnChallenge(core, ownChallenge);
  const [moved] = await core.db
    .update(challenges)
    .set({ walletSessionId })
    .where(and(eq(challenges.id, challenge.id), eq(challenges.status, 'OPEN')))
    .returning({ id: challenges.id });
  if (!moved) {
    throw new ServiceError('challenge_ended', 'Cannot resume the challenge: it has ended, expected it open');
  }
  await publishMove(core, challenge, walletSessionId);
  return openChallengeOf(core, await findOwnChallenge(core, ownChallenge));
}

/** Notifies the former session, unless it is the one that continues the challenge. */
async function publishMove(core: Core, challenge: ChallengeRow, newSessionId: string): Promise<void> {
  const { walletSessionId, operationId } = challenge;
  if (walletSessionId === newSessionId) return;
  await publishSessionEvent(core, { walletSessionId, operationId, type: '3ds_moved' });
}
