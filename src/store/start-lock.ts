import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { LIFT_TIME_LIMIT } from './engine.ts';

// Any number will do, as long as every process waits for the same one.
const START = 7_205_759;

/** Lets one process at a time prepare the store, until the transaction ends. The others wait as long as that takes. */
export async function takeStartLock(tx: Database): Promise<void> {
  await tx.execute(sql.raw(LIFT_TIME_LIMIT));
  await tx.execute(sql`select pg_advisory_xact_lock(${START}::bigint)`);
}
