import { sql } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import { KEYS_CHANNEL } from '../context/row-cache.ts';

/** Has all processes read keys and merchants anew, once the caller's transaction commits. */
export async function tellOfChange(db: Database): Promise<void> {
  await db.execute(sql`select pg_notify(${KEYS_CHANNEL}, '')`);
}
