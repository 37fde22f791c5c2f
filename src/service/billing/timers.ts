import { and, asc, eq, lte } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { type TimerRow, timers } from '../db/tables/timers.ts';

type NewTimer = Pick<TimerRow, 'paymentId' | 'operationId' | 'kind' | 'dueAt'> & {
  readonly outcome?: string;
};

/** Has `kind` happen to a payment when its time comes. */
export async function setTimer({ db }: ServiceContext, timer: NewTimer): Promise<void> {
  await db.insert(timers).values(timer);
}

/** Takes the payment's oldest due timer, whose effect the caller's transaction must then write. */
export async function takeDueTimer(
  { db, clock }: ServiceContext,
  paymentId: string,
): Promise<TimerRow | undefined> {
  const [due] = await db
    .select()
    .from(timers)
    .where(and(eq(timers.paymentId, paymentId), lte(timers.dueAt, clock.now())))
    .orderBy(asc(timers.dueAt), asc(timers.id))
    .limit(1);
  if (due) await db.delete(timers).where(eq(timers.id, due.id));
  return due;
}

/** Payments with something due, the longest overdue first. */
export async function duePayments({ db, clock }: ServiceContext, limit: number): Promise<readonly string[]> {
  const rows = await db
    .select({ paymentId: timers.paymentId })
    .from(timers)
    .where(lte(timers.dueAt, clock.now()))
    .orderBy(asc(timers.dueAt))
    .limit(limit);
  return [...new Set(rows.map(({ paymentId }) => paymentId))];
}
