import { and, asc, eq, gt, lte, or } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { type TimerRow, timers } from '../db/tables/timers.ts';

const PAGE = 100;

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

/** Payments with something due, the longest overdue first; one with more than one timer may come again. */
export async function* duePayments({ db, clock }: ServiceContext): AsyncGenerator<string, void> {
  const { paymentId, dueAt, id } = timers;
  const isDue = lte(dueAt, clock.now());
  let page: { paymentId: string; dueAt: Date; id: number }[];
  let last: (typeof page)[number] | undefined;
  do {
    const isNext = last && or(gt(dueAt, last.dueAt), and(eq(dueAt, last.dueAt), gt(id, last.id)));
    page = await db
      .select({ paymentId, dueAt, id })
      .from(timers)
      .where(and(isDue, isNext))
      .orderBy(asc(dueAt), asc(id))
      .limit(PAGE);
    yield* new Set(page.map((timer) => timer.paymentId));
    last = page.at(-1);
  } while (page.length === PAGE);
}
