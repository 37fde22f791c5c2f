import { eq, lte, max } from 'drizzle-orm';
import { inBatches } from '../../../store/in-batches.ts';
import type { Core } from '../../base/runtime/core.ts';
import { sessionEvents } from '../../tables/session-events.ts';

/** Far longer than a challenge can last. */
const LIFE_MS = 86_400_000;

/** Number of the session's newest event; 0 before the first. */
export async function newestSeq({ db }: Core, walletSessionId: string): Promise<number> {
  const [row] = await db
    .select({ seq: max(sessionEvents.seq) })
    .from(sessionEvents)
    .where(eq(sessionEvents.walletSessionId, walletSessionId));
  return row?.seq ?? 0;
}

/** Deletes events that no wallet can request any more. */
export async function pruneEvents({ db, clock }: Core): Promise<void> {
  const before = new Date(clock.now().getTime() - LIFE_MS);
  await inBatches(db, {
    table: sessionEvents,
    isDue: lte(sessionEvents.createdAt, before),
    take: (batch) => db.delete(sessionEvents).where(batch).returning({ seq: sessionEvents.seq }),
  });
}
