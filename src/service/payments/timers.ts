import { and, asc, eq, getTableColumns, lte } from 'drizzle-orm';
import { lockingQuery } from '../../store/optimistic/locking-query.ts';
import { isOptimistic } from '../../store/optimistic/optimistic-transaction.ts';
import { enqueueWrite, placeholder, rowPlaceholders, rowValues, statement } from '../../store/statement.ts';
import type { Core } from '../base/runtime/core.ts';
import type { Claim } from '../base/runtime/service-dependencies.ts';
import { type TimerRow, timers } from '../tables/timers.ts';

type NewTimer = Pick<TimerRow, 'paymentId' | 'operationId' | 'kind' | 'dueAt'> & {
  readonly outcome?: string;
};

/** Makes `kind` happen to a payment when its time comes; written with the commit of the caller's transaction. */
export async function setTimer({ db }: Core, timer: NewTimer): Promise<void> {
  await enqueueWrite(insertTimer, db, rowValues(timers, { outcome: null, ...timer }));
}

const insertTimer = statement<Record<string, unknown>, { id: number }>((db) =>
  db
    .insert(timers)
    .values(rowPlaceholders(timers, ['id']))
    .returning({ id: timers.id }),
);

/** The two that are due longest. */
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
 * Does the due work, from the oldest timer on, until it is done or claims a question, which is returned. An optimistic
 * transaction handles only one timer: it cannot read after a write.
 */
export async function runDueTimers(context: Core, due: readonly TimerRow[]): Promise<Claim | undefined> {
  const {
    db,
    dependencies: { payments: parts },
  } = context;
  if (isOptimistic(db) && due.length > 1) throw new Error('Cannot run timers optimistically: found several');
  let [timer] = due;
  while (timer) {
    // A timer is deleted with the same commit as its effect.
    const claim = await parts.timerHandlers[timer.kind](context, timer);
    await enqueueWrite(deleteTimer, db, { id: timer.id });
    if (claim) return claim;
    [timer] = isOptimistic(db) ? [] : await findDueTimers(context, timer.paymentId);
  }
  return undefined;
}

const deleteTimer = statement<{ id: number }, { id: number }>((db) =>
  db
    .delete(timers)
    .where(eq(timers.id, placeholder('id', timers.id)))
    .returning({ id: timers.id }),
);
