import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';

const minute = 60_000;
const vacuumEvery = 60;

/** Does what PostgreSQL's background processes would: without a checkpoint the log grows and a restart slows for ever. */
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
