import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';

const minute = 60_000;
const vacuumEvery = 60;

/**
 * Does the work of PostgreSQL's background processes: without a checkpoint the log grows for ever and restarts slow down.
 */
export function startUpkeep(db: Database): () => void {
  let runs = 0;
  const timer = setInterval(() => {
    runs += 1;
    const work = runs % vacuumEvery === 0 ? sql`vacuum (analyze)` : sql`checkpoint`;
    // A broken engine reports itself where it broke.
    db.execute(work).catch(() => {});
  }, minute);
  timer.unref();
  return () => clearInterval(timer);
}
