import type { ChallengeEnd } from '../../../contract/session-events.ts';
import type { ServiceContext, WalletCaller } from '../../context.ts';
import { endChallenge } from './end-challenge.ts';
import { findOwnChallenge, lockOwnChallenge } from './find-challenge.ts';
import { challengeEndOf } from './present-challenge.ts';

type Cancelling = { readonly caller: WalletCaller; readonly transactionId: string };

/** The shopper stops it. Returns how it ended: by this, or by what came first. Rule: threeds/one-end. */
export async function cancelChallenge(
  context: ServiceContext,
  cancelling: Cancelling,
): Promise<ChallengeEnd> {
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const { challenge } = await lockOwnChallenge(inside, cancelling);
    const { operationId } = challenge;
    await endChallenge(inside, { operationId, ending: 'CANCELLED', at: context.clock.now() });
    return challengeEndOf(await findOwnChallenge(inside, cancelling));
  });
}
