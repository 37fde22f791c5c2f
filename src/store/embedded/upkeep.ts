import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';

const INTERVAL_MS = 60_000;
/** Runs from one vacuum to the next. */
const VACUUM_EVERY = 60;

/**
 * Does the work of PostgreSQL's background processes: without a checkpoint the log grows for ever and restarts slow down.
 */
export function startUpkeep(db: Database): () => void {
  let runs = 0;
  const timer = setInterval(() => {
    runs += 1;
    const work = runs % VACUUM_EVERY === 0 ? sql`vacuum (analyze)` : sql`checkpoint`;
    // A broken engine reports itself where it broke.
    db.execute(work).catch(() => {});
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
