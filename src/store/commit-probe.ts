import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { StoreError } from './store-error.ts';

const COMMIT = `case current_setting('transaction_read_only') when 'off' then pg_logical_emit_message(true, 'wallet', '')::text end`;

/**
 * A commit that changes no row: it is acknowledged once the disk, and a synchronous standby, have all that was written before.
 * Null comes back where nothing may be written.
 */
export const COMMIT_PROBE = `select ${COMMIT} as at`;

/** Rejects where the store does not take commits. */
export async function probeCommit(db: Database): Promise<void> {
  const [row] = await db.select({ at: sql<string | null>`${sql.raw(COMMIT)}` }).from(sql`(select 1) as one`);
  refuseReadOnly(row?.at);
}

/** `at`: what the probe has answered. */
export function refuseReadOnly(at: unknown): void {
  if (at !== null && at !== undefined) return;
  throw new StoreError(
    'store_read_only',
    'Cannot write to the store: it is read-only, as a standby is; name the primary in DATABASE_URL',
  );
}
