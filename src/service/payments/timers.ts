import { and, asc, eq, getTableColumns, lte } from 'drizzle-orm';
import { lockingQuery } from '../../store/optimistic/locking-query.ts';
import { isOptimistic } from '../../store/optimistic/optimistic-transaction.ts';
import { enqueueWrite, placeholder, rowPlaceholders, rowValues, statement } from '../../store/statement.ts';
import type { Core } from '../base/runtime/core.ts';
import { type TimerRow, timers } from '../tables/timers.ts';

/** For a challenge and for a payment at a provider, counted from its start. Rule: threeds/time-limits, instant/time-limit. */
export const SHOPPER_ANSWERS_WITHIN_MS = 15 * 60_000;

type NewTimer = Pick<TimerRow, 'paymentId' | 'operationId' | 'kind' | 'dueAt'> & {
  readonly outcome?: string;
};

/** Queues a timer that runs the handler of `kind` at `dueAt`. */
export async function setTimer({ db }: Core, timer: NewTimer): Promise<void> {
  await enqueueWrite(insertTimer, db, rowValues(timers, { outcome: null, ...timer }));
}

const insertTimer = statement<Record<string, unknown>, { id: number }>((db) =>
  db
    .insert(timers)
    .values(rowPlaceholders(timers, ['id']))
    .returning({ id: timers.id }),
);

/** The two longest overdue: one to run, one to tell an optimistic transaction that there are more. */
const dueTimers = lockingQuery<{ paymentId: string; now: Date }, TimerRow>(
  { of: timers, lock: 'update' },
  (db, versionColumns) =>
    db
      .select({ ...getTableColumns(timers), ...versionColumns })
      .from(timers)
      .where(
        and(
          eq(timers.paymentId, placeholder('paymentId', timers.paymentId)),
          lte(timers.dueAt, placeholder('now', timers.dueAt)),
        ),
      )
      .orderBy(asc(timers.dueAt), asc(timers.id))
      .limit(2),
);

export function findDueTimers({ db, clock }: Core, paymentId: string): Promise<TimerRow[]> {
  return dueTimers(db, { paymentId, now: clock.now() });
}

/**
 * Runs due timers, the oldest first. An optimistic transaction runs only one: it cannot read after a write.
 */
export async function runDueTimers(core: Core, due: readonly TimerRow[]): Promise<void> {
  const {
    db,
    dependencies: { payments: parts },
  } = core;
  if (isOptimistic(db) && due.length > 1) throw new Error('Cannot run timers optimistically: found several');
  let [timer] = due;
  while (timer) {
    // A timer is deleted with the same commit as its effect.
    await parts.timerHandlers[timer.kind](core, timer);
    await enqueueWrite(deleteTimer, db, { id: timer.id });
    [timer] = isOptimistic(db) ? [] : await findDueTimers(core, timer.paymentId);
  }
}

const deleteTimer = statement<{ id: number }, { id: number }>((db) =>
  db
    .delete(timers)
    .where(eq(timers.id, placeholder('id', timers.id)))
    .returning({ id: timers.id }),
);
