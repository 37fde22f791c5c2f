import { and, eq, getTableColumns } from 'drizzle-orm';
import type { Database } from '../../../store/database.ts';
import { lockingQuery } from '../../../store/optimistic/locking-query.ts';
import { placeholder } from '../../../store/statement.ts';
import type { Core } from '../../base/runtime/core.ts';
import { type ChallengeRow, challenges } from '../../tables/challenges.ts';
import { timers } from '../../tables/timers.ts';
import type { Transaction } from '../model/transaction.ts';
import { requireOperation } from '../require-transaction.ts';

/** A challenge and the start that waits for it. */
export type PendingChallenge = { readonly challenge: ChallengeRow; readonly transaction: Transaction };

/** Like `findPendingChallenge`, where there is one. */
export async function readPendingChallenge(core: Core, operationId: string): Promise<PendingChallenge> {
  const pending = await findPendingChallenge(core, operationId);
  if (pending) return pending;
  throw new Error(`Cannot find the challenge of operation ${operationId}: found none, expected one`);
}

/**
 * Reads a challenge that the caller decides upon; undefined where the acquirer has not asked for one yet. The caller holds
 * the payment's lock.
 */
export async function findPendingChallenge(
  core: Core,
  operationId: string,
): Promise<PendingChallenge | undefined> {
  // Sent together: the store answers in this order.
  const [[challenge], transaction] = await Promise.all([
    lockedChallenge(core.db, { operationId }),
    requireOperation(core, operationId),
  ]);
  return challenge && { challenge, transaction };
}

const lockedChallenge = lockingQuery<{ operationId: string }, ChallengeRow>(
  { of: challenges, lock: 'update' },
  (db, versionColumns) =>
    db
      .select({ ...getTableColumns(challenges), ...versionColumns })
      .from(challenges)
      .where(eq(challenges.operationId, placeholder('operationId', challenges.operationId))),
);

/** Whether an open challenge ends by what the acquirer says alone: nobody may end it by hand, and no time does. */
export const isAnswerUnknown = ({ status, stage }: ChallengeRow) =>
  status === 'OPEN' && (stage === 'waiting' || stage === 'returned');

/** Matches the timer that ends a challenge. Names the payment too, because the index on timers begins with it. */
export function isExpiryOfChallenge() {
  return and(
    eq(timers.paymentId, placeholder('paymentId', timers.paymentId)),
    eq(timers.operationId, placeholder('operationId', timers.operationId)),
    eq(timers.kind, 'expire-challenge'),
  );
}

/** The part of a statement that deletes the timer which ends a challenge. */
export const expiryDelete = (db: Database) =>
  db.$with('untimed').as(db.delete(timers).where(isExpiryOfChallenge()).returning({ id: timers.id }));
