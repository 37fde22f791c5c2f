import { and, eq, exists, isNull, lte, not, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { isAnyOf } from '../../../store/any-of.ts';
import type { Database } from '../../../store/database.ts';
import { inBatches } from '../../../store/in-batches.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { cards } from '../../tables/cards.ts';
import { challenges } from '../../tables/challenges.ts';
import { cardTokens, payments } from '../../tables/payments.ts';
import { providerPayments } from '../../tables/provider-payments.ts';
import { sessionEvents } from '../../tables/session-events.ts';
import { refreshTokens, users, walletSessions } from '../../tables/sessions.ts';
import { isUnusedCard } from './prune-payments.ts';

/** Guests of one transaction, which the embedded store runs alone. */
const BATCH = 200;

/**
 * Deletes guests from before a time, with their data: sessions, refresh tokens, unbilled cards, unfinished payments at
 * a provider. A guest with lasting payments is marked and not read again; one with payments that are still to be pruned
 * comes later. Rule: retention/guests.
 */
export async function pruneGuests(runtime: Runtime, before: Date): Promise<void> {
  const { db } = runtime;
  await inBatches(db, {
    table: users,
    size: BATCH,
    isDue: and(
      // Spelled as the index has it.
      sql`${users.isGuest} and not ${users.isKept}`,
      lte(users.createdAt, before),
      not(exists(temporaryPayments(db))),
    ),
    take: (batch) => runLockingTransaction(runtime, (core) => pruneBatch(core.db, batch)),
  });
}

/** Payments of the guest being looked at that came to nothing, or have not ended. */
function temporaryPayments(db: Database) {
  const isWaiting = or(payments.awaitsProvider, eq(payments.authentication, 'PENDING'));
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.userId, users.id), payments.isAnonymous, or(payments.failed, isWaiting)));
}

/** Returns the guests of the batch. */
async function pruneBatch(db: Database, batch: SQL | undefined) {
  const rows = await db.select({ id: users.id }).from(users).where(batch);
  if (rows.length === 0) return rows;
  const ids = rows.map(({ id }) => id);
  await deleteUnbilled(db, ids);
  await deleteSessions(db, ids);
  const remainingReferences = [
    payments.userId,
    cardTokens.userId,
    cards.userId,
    providerPayments.userId,
    refreshTokens.userId,
  ];
  const isGone = remainingReferences.map((userId) => hasNone(db, userId, users.id));
  await db.delete(users).where(and(isAnyOf(users.id, ids), ...isGone));
  await db.update(users).set({ isKept: true }).where(isAnyOf(users.id, ids));
  return rows;
}

/** Deletes cards and methods at a provider that no billing took. */
async function deleteUnbilled(db: Database, ids: readonly number[]): Promise<void> {
  const isUnspent = and(cardTokens.isSingleUse, isNull(cardTokens.consumedBy));
  const isUnfinished = and(isNull(providerPayments.operationId), isNull(providerPayments.tokenId));
  await db.delete(cardTokens).where(and(isAnyOf(cardTokens.userId, ids), isUnspent));
  await db.delete(providerPayments).where(and(isAnyOf(providerPayments.userId, ids), isUnfinished));
  await db.delete(cards).where(and(isAnyOf(cards.userId, ids), ...isUnusedCard(db)));
}

/** Deletes the sessions that nothing names any more, and the refresh tokens that have none left. */
async function deleteSessions(db: Database, ids: readonly number[]): Promise<void> {
  const references = [
    cardTokens.walletSessionId,
    challenges.walletSessionId,
    providerPayments.walletSessionId,
    sessionEvents.walletSessionId,
  ];
  const isUnnamed = references.map((column) => hasNone(db, column, walletSessions.id));
  await db.delete(walletSessions).where(and(isAnyOf(walletSessions.userId, ids), ...isUnnamed));
  const isUnused = hasNone(db, walletSessions.refreshTokenId, refreshTokens.id);
  await db.delete(refreshTokens).where(and(isAnyOf(refreshTokens.userId, ids), isUnused));
}

/** Whether no row of the column's table refers to `id` of the row being looked at. */
function hasNone(db: Database, column: PgColumn, id: PgColumn): SQL {
  const table: PgTable = column.table;
  return not(exists(db.select({ one: sql`1` }).from(table).where(eq(column, id))));
}
