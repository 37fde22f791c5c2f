import { sql } from 'drizzle-orm';
import type { Database } from '../../../store/database.ts';
import { KEYS_CHANNEL } from '../../base/runtime/row-cache.ts';

/** Clears the row cache of all processes, once the caller's transaction commits. */
export async function notifyKeyChange(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${KEYS_CHANNEL}, '')`);
}
