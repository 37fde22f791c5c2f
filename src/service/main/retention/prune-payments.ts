import { and, eq, exists, inArray, lte, not, type SQL, sql } from 'drizzle-orm';
import { isAnyOf } from '../../../store/any-of.ts';
import type { Database } from '../../../store/database.ts';
import { inBatches } from '../../../store/in-batches.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { callbackAttempts, callbacks } from '../../tables/callbacks.ts';
import { cards } from '../../tables/cards.ts';
import { challenges } from '../../tables/challenges.ts';
import { cardTokens, operations, payments } from '../../tables/payments.ts';
import { providerPayments } from '../../tables/provider-payments.ts';
import { sessionEvents } from '../../tables/session-events.ts';
import { timers } from '../../tables/timers.ts';

/** Payments of one transaction, which the embedded store runs alone. */
const BATCH = 100;

/**
 * Deletes guests' payments that failed before a time, with all their rows, but for those whose callbacks are still
 * being sent. Rule: retention/payments.
 */
export async function prunePayments(runtime: Runtime, before: Date): Promise<void> {
  const { db } = runtime;
  await inBatches(db, {
    table: payments,
    size: BATCH,
    // Spelled as the index has it.
    isDue: and(
      sql`${payments.failed} and ${payments.isAnonymous}`,
      lte(payments.createdAt, before),
      not(exists(openCallbacks(db))),
      not(exists(db.select().from(timers).where(eq(timers.paymentId, payments.id)))),
    ),
    take: (batch) => runLockingTransaction(runtime, (core) => deleteBatch(core.db, batch)),
  });
}

/** Callbacks of the payment being looked at that are still to be sent. */
function openCallbacks(db: Database) {
  const isOpen = sql`${callbacks.status} in ('waiting', 'sending')`;
  return db
    .select()
    .from(callbacks)
    .where(and(eq(callbacks.paymentId, payments.id), isOpen));
}

/** Returns the payments of the batch. */
async function deleteBatch(db: Database, batch: SQL | undefined) {
  const rows = await db
    .select({ id: payments.id, tokenId: payments.tokenId, cardId: payments.cardId })
    .from(payments)
    .where(batch);
  if (rows.length === 0) return rows;
  const replayedIds = await lockCallbacks(
    db,
    rows.map(({ id }) => id),
  );
  const rowsToDelete = rows.filter(({ id }) => !replayedIds.has(id));
  const ids = rowsToDelete.map(({ id }) => id);
  await deleteDependents(db, ids);
  await deletePayments(db, { ids, tokenIds: rowsToDelete.map(({ tokenId }) => tokenId) });
  await deleteUnusedCards(
    db,
    rowsToDelete.map(({ cardId }) => cardId),
  );
  return rows;
}

/** Locks the callbacks against an operator's replay. Returns the payments of those that were replayed before. */
async function lockCallbacks(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ paymentId: callbacks.paymentId, endedAt: callbacks.endedAt })
    .from(callbacks)
    .where(isAnyOf(callbacks.paymentId, ids))
    .for('update');
  return new Set(rows.filter(({ endedAt }) => endedAt === null).map(({ paymentId }) => paymentId));
}

/** Whatever refers to the payments or their operations, in an order that the foreign keys allow. */
async function deleteDependents(db: Database, ids: readonly string[]): Promise<void> {
  const operationIds = db
    .select({ id: operations.id })
    .from(operations)
    .where(isAnyOf(operations.paymentId, ids));
  const callbackIds = db
    .select({ id: callbacks.id })
    .from(callbacks)
    .where(isAnyOf(callbacks.paymentId, ids));
  await db.delete(callbackAttempts).where(inArray(callbackAttempts.callbackId, callbackIds));
  await db.delete(callbacks).where(isAnyOf(callbacks.paymentId, ids));
  await db.delete(sessionEvents).where(inArray(sessionEvents.operationId, operationIds));
  await db.delete(challenges).where(isAnyOf(challenges.paymentId, ids));
  await db.delete(providerPayments).where(inArray(providerPayments.operationId, operationIds));
}

/** In one statement: a payment, its token and its operation refer to each other in a circle. */
async function deletePayments(
  db: Database,
  { ids, tokenIds }: { readonly ids: readonly string[]; readonly tokenIds: readonly number[] },
): Promise<void> {
  const isUsed = and(isAnyOf(cardTokens.id, tokenIds), cardTokens.isSingleUse);
  const tokenDelete = db
    .$with('tokens')
    .as(db.delete(cardTokens).where(isUsed).returning({ id: cardTokens.id }));
  const operationDelete = db
    .$with('ended')
    .as(db.delete(operations).where(isAnyOf(operations.paymentId, ids)).returning({ id: operations.id }));
  await db.with(tokenDelete, operationDelete).delete(payments).where(isAnyOf(payments.id, ids));
}

/** Deletes cards that no token and no payment names any more. */
async function deleteUnusedCards(db: Database, ids: Iterable<number>): Promise<void> {
  await db.delete(cards).where(and(isAnyOf(cards.id, ids), ...isUnusedCard(db)));
}

/** Whether nothing names the card being looked at. */
export function isUnusedCard(db: Database): readonly SQL[] {
  return [
    not(exists(db.select().from(cardTokens).where(eq(cardTokens.cardId, cards.id)))),
    not(exists(db.select().from(payments).where(eq(payments.cardId, cards.id)))),
  ];
}
