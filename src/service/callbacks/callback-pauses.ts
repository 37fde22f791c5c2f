import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../store/database.ts';
import { inBatches } from '../../store/in-batches.ts';
import { enqueueWrite, rowPlaceholders, rowValues, statement } from '../../store/statement.ts';
import type { Core } from '../base/runtime/core.ts';
import { type CallbackRow, callbackPauses, type callbacks } from '../tables/callbacks.ts';

type Pause = Pick<CallbackRow, 'accountId' | 'receiver' | 'lane'> & {
  readonly now: Date;
  readonly end: Date;
};

/**
 * Pauses a receiver for the lane of the refused callback; for both lanes if that was a backend's. Written with the caller's
 * commit. Callbacks that any page can cause must not delay a backend's. Rule: callbacks/lanes.
 */
export async function pauseReceiver(
  db: Database,
  { accountId, receiver, lane, now, end }: Pause,
): Promise<void> {
  const ends = lane === 'page' ? { until: now, pageUntil: end } : { until: end, pageUntil: null };
  await enqueueWrite(pause, db, rowValues(callbackPauses, { accountId, receiver, ...ends }));
}

const pause = statement<Record<string, unknown>, { receiver: string }>((db) =>
  db
    .insert(callbackPauses)
    .values(rowPlaceholders(callbackPauses))
    .onConflictDoUpdate({
      target: [callbackPauses.accountId, callbackPauses.receiver],
      set: {
        until: sql`greatest(${callbackPauses.until}, excluded.until)`,
        pageUntil: sql`greatest(${callbackPauses.pageUntil}, excluded.page_until)`,
      },
    })
    .returning({ receiver: callbackPauses.receiver }),
);

/** When a pause ends for a lane. */
export function pauseEnd(lane: SQL | PgColumn): SQL<Date> {
  const { until, pageUntil } = callbackPauses;
  const end = sql<Date>`case when ${lane} = 'page' then greatest(${until}, ${pageUntil}) else ${until} end`;
  return end.mapWith(until);
}

/** Whether the pause is on for a lane. */
export function isPaused(lane: SQL | PgColumn, now: Date): SQL {
  return gt(pauseEnd(lane), sql.param(now, callbackPauses.until));
}

/** Joins the pause that holds a callback back now. */
export function isPauseOf({ accountId, receiver, lane }: typeof callbacks, now: Date): SQL | undefined {
  return and(
    eq(callbackPauses.accountId, accountId),
    eq(callbackPauses.receiver, receiver),
    isPaused(lane, now),
  );
}

/** The end of the pause, if that is later than the callback's own time. */
export function heldUntil(end: Date | null, dueAt: Date): Date | null {
  return end !== null && end > dueAt ? end : null;
}

/** Deletes the pauses that are over. */
export async function prunePauses({ db, clock }: Core): Promise<void> {
  const now = sql.param(clock.now(), callbackPauses.until);
  await inBatches(db, {
    table: callbackPauses,
    isDue: lte(pauseEnd(sql`'page'`), now),
    take: (batch) => db.delete(callbackPauses).where(batch).returning({ receiver: callbackPauses.receiver }),
  });
}
