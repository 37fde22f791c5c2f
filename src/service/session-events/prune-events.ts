import { lte } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { sessionEvents } from '../db/tables/session-events.ts';

/** By far longer than a challenge can last. */
const LIFE_MS = 86_400_000;

/** Deletes what nobody will ask for any more. */
export async function pruneEvents({ db, clock }: ServiceContext): Promise<void> {
  const before = new Date(clock.now().getTime() - LIFE_MS);
  await db.delete(sessionEvents).where(lte(sessionEvents.createdAt, before));
}
