import { and, eq } from 'drizzle-orm';
import { enqueueWrite, orFail, placeholder, statement } from '../../../store/statement.ts';
import type { Core } from '../../base/runtime/core.ts';
import { type ChallengeRow, challenges } from '../../tables/challenges.ts';
import { expiryDelete } from './pending-challenge.ts';

type Closing = { readonly status: Exclude<ChallengeRow['status'], 'OPEN'>; readonly at: Date };

/** Closes an open challenge with the commit, and deletes its expiry timer. Returns it as it is then. */
export async function closeChallenge(
  core: Core,
  challenge: ChallengeRow,
  { status, at: endedAt }: Closing,
): Promise<ChallengeRow> {
  const { id, operationId, paymentId } = challenge;
  await enqueueWrite(close, core.db, { id, operationId, paymentId, status, endedAt });
  core.afterCommit(() => core.metrics.challengeEnded(status));
  return { ...challenge, status, endedAt };
}

const close = statement<Record<string, unknown>, unknown>((db) => {
  const isOpen = and(eq(challenges.id, placeholder('id', challenges.id)), eq(challenges.status, 'OPEN'));
  const challengeUpdate = db.$with('closed').as(
    db
      .update(challenges)
      .set({
        status: placeholder('status', challenges.status),
        endedAt: placeholder('endedAt', challenges.endedAt),
        bank: null,
      })
      .where(isOpen)
      .returning({ id: challenges.id }),
  );
  const timerDelete = expiryDelete(db);
  return db.with(challengeUpdate, timerDelete).select(orFail).from(challengeUpdate);
});
