import { eq } from 'drizzle-orm';
import type { TransStatus } from '../../../contract/trans-status.ts';
import type { ServiceContext } from '../../context.ts';
import { challenges } from '../../db/tables/challenges.ts';
import { ServiceError } from '../../service-error.ts';
import { lockPayment } from '../due.ts';
import { requireOperation, type Transaction } from '../load.ts';
import { endChallenge } from './end-challenge.ts';

type Completing = {
  readonly challengeId: string;
  /** What the issuer says of the cardholder, or that the cardholder gave up. */
  readonly result: TransStatus | 'cancel';
};

/**
 * Ends a challenge once, whoever comes first, and returns how its payment stands: the end that counts, be it this one or
 * an earlier. Raises `not_found`.
 */
export async function completeChallenge(
  context: ServiceContext,
  { challengeId, result }: Completing,
): Promise<Transaction> {
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const [challenge] = await db.select().from(challenges).where(eq(challenges.id, challengeId));
    if (!challenge) throw new ServiceError('not_found', 'Cannot complete the challenge: no such challenge');
    const { operationId, paymentId } = challenge;
    await lockPayment(inside, paymentId);
    const ending = result === 'cancel' ? 'CANCELLED' : result;
    await endChallenge(inside, { operationId, ending, at: context.clock.now() });
    return requireOperation(inside, operationId);
  });
}
