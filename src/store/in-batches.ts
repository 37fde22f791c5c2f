import { and, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';

const BATCH = 500;
/** Further rows wait for the next run, so that other work is not held up. */
const MAX_BATCHES = 20;

type BatchWork = {
  readonly table: PgTable;
  /** The rows to take. A row that was taken must no longer match. */
  readonly isDue: SQL | undefined;
  /** The most rows of a batch. Default: 500. */
  readonly size?: number;
  /** Runs one statement or one transaction, whose first statement locks the rows of `batch`. Resolves to those rows. */
  readonly take: (batch: SQL | undefined) => PromiseLike<readonly unknown[]>;
};

/**
 * Deletes or changes rows a batch at a time, each in its own transaction. One statement for a long backlog would run into
 * the store's limit and be undone, each time anew. Rows that somebody has locked are left for the next run.
 */
export async function inBatches(
  db: Database,
  { table, isDue, size = BATCH, take }: BatchWork,
): Promise<void> {
  const batch = db
    .select({ ctid: sql`ctid` })
    .from(table)
    .where(isDue)
    .limit(size)
    .for('update', { skipLocked: true });
  let rowCount = size;
  for (let count = 0; rowCount === size && count < MAX_BATCHES; count += 1) {
    rowCount = (await take(and(sql`ctid = any(array${batch})`))).length;
  }
}
