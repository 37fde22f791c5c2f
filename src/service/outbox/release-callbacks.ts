import { and, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { callbacks } from '../db/tables/callbacks.ts';

/** The answer was written: what it told may be told by callback, a moment later. */
export async function releaseCallbacks(context: ServiceContext, requestId: string): Promise<void> {
  const { db, clock, inProgress } = context;
  const from = sql`${clock.now().toISOString()}::timestamptz`;
  await db
    .update(callbacks)
    .set({ answerTo: null, dueAt: sql`${from} + ${callbacks.delayMs} * interval '1 millisecond'` })
    // One that is being sent was taken over from this process; its due time is the sender's lease.
    .where(and(eq(callbacks.answerTo, requestId), eq(callbacks.status, 'waiting')));
  for (const tell of inProgress.onRelease) tell();
}
