import { lte } from 'drizzle-orm';
import { inBatches } from '../../store/in-batches.ts';
import type { ServiceContext } from '../context/context.ts';
import { sessionEvents } from '../tables/session-events.ts';

/** By far longer than a challenge can last. */
const LIFE_MS = 86_400_000;

/** Deletes what nobody will ask for any more. */
export async function pruneEvents({ db, clock }: ServiceContext): Promise<void> {
  const before = new Date(clock.now().getTime() - LIFE_MS);
  await inBatches(db, {
    table: sessionEvents,
    isDue: lte(sessionEvents.createdAt, before),
    take: (batch) => db.delete(sessionEvents).where(batch).returning({ seq: sessionEvents.seq }),
  });
}
