import { and, asc, eq, getTableColumns, gt, lte, or } from 'drizzle-orm';
import { isDraft } from '../../store/drafts/draft.ts';
import { lockedReading } from '../../store/drafts/locked-reading.ts';
import { causesOf } from '../../store/error-causes.ts';
import { given, givenRow, rowValues, statement, withCommit } from '../../store/statement.ts';
import { StoreError } from '../../store/store-error.ts';
import { commitWork } from '../context/commit-work.ts';
import type { ServiceContext } from '../context/context.ts';
import { errorLogFields } from '../logs/error-log-fields.ts';
import { type PaymentRow, payments } from '../tables/payments.ts';
import { type TimerRow, timers } from '../tables/timers.ts';
import { type NamedTransaction, requireTransaction } from './load.ts';
import type { Transaction } from './model/transaction.ts';

/** Payments that one query of the timers returns. */
const PAGE = 100;
/** How often the wait after a failure doubles: from 2 s to 17 minutes. */
const MAX_DOUBLINGS = 10;

type NewTimer = Pick<TimerRow, 'paymentId' | 'operationId' | 'kind' | 'dueAt'> & {
  readonly outcome?: string;
};

/** Makes `kind` happen to a payment when its time comes; written with the commit of the caller's transaction. */
export async function setTimer({ db }: ServiceContext, timer: NewTimer): Promise<void> {
  await withCommit(insertTimer, db, rowValues(timers, { outcome: null, ...timer }));
}

const insertTimer = statement<Record<string, unknown>, { id: number }>((db) =>
  db
    .insert(timers)
    .values(givenRow(timers, ['id']))
    .returning({ id: timers.id }),
);

/**
 * Locks a payment and does what is due, inside the caller's transaction. Whoever decides on a payment, or reads it, finds
 * it as if the sweeper never slept.
 */
export async function lockPayment(context: ServiceContext, paymentId: string): Promise<PaymentRow> {
  const [payment] = await lockPaymentAndRead(context, paymentId, async () => {});
  return payment;
}

/** As `lockPayment`. What `read` asks of the store is as it stands then. */
export async function lockPaymentAndRead<Read>(
  context: ServiceContext,
  paymentId: string,
  read: () => Promise<Read>,
): Promise<[PaymentRow, Read]> {
  // Asked at once: the store answers in this order, each with what is committed by then.
  const [payment, found, due] = await Promise.all([
    lock(context, paymentId),
    read(),
    findDueTimers(context, paymentId),
  ]);
  if (due.length === 0) return [payment, found];
  if (isDraft(context.db)) throw new Error('Cannot draft upon a payment: something is due first');
  await runDueTimers(context, due);
  return Promise.all([lock(context, paymentId), read()]);
}

/** A transaction as it stands now, after what is due has happened. */
export async function readTransaction(
  context: ServiceContext,
  named: Omit<NamedTransaction, 'param'>,
): Promise<Transaction> {
  const inPath = { ...named, param: 'transaction_id' } as const;
  for (;;) {
    const found = await requireTransaction(context, inPath);
    if (!found.isDue) return found;
    await commitWork(context, (inside) => doWhatIsDue(inside, found.payment.id));
  }
}

async function doWhatIsDue(context: ServiceContext, paymentId: string): Promise<void> {
  const [, due] = await Promise.all([lock(context, paymentId), findDueTimers(context, paymentId)]);
  await runDueTimers(context, due);
}

/**
 * Does what is due by now: ends of asynchronous operations, expired authorisations, challenges that ran out or answer
 * themselves. Each payment has its own commit, and one that fails holds up no other. Any number of processes may
 * sweep at once. Returns how many payments moved.
 */
export async function sweep(context: ServiceContext): Promise<number> {
  const { failedSweeps } = context.inProgress;
  const now = context.clock.now();
  let moved = 0;
  for await (const paymentId of duePayments(context)) {
    const failed = failedSweeps.get(paymentId);
    if (failed && failed.until > now) continue;
    if (await sweepOne(context, paymentId)) moved += 1;
  }
  return moved;
}

/** A value whose key is missing here is the payment's own trouble, not the store's. */
const isOfStore = (cause: unknown) => cause instanceof StoreError && cause.code !== 'key_unknown';

/** Whether the payment moved. Raises only failures that the next payment would meet too. */
async function sweepOne(context: ServiceContext, paymentId: string): Promise<boolean> {
  const { clock, log, inProgress } = context;
  const { failedSweeps } = inProgress;
  try {
    const hasMoved = await commitWork(context, (inside) => sweepPayment(inside, paymentId));
    failedSweeps.delete(paymentId);
    return hasMoved;
  } catch (error) {
    if (causesOf(error).some(isOfStore)) throw error;
    const failures = (failedSweeps.get(paymentId)?.failures ?? 0) + 1;
    const waitMs = 1000 * 2 ** Math.min(failures, MAX_DOUBLINGS);
    failedSweeps.set(paymentId, { failures, until: new Date(clock.now().getTime() + waitMs) });
    log.error({ paymentId, ...errorLogFields(error) }, 'payment was not swept');
    return false;
  }
}

/**
 * Does what is due unless somebody holds the payment's lock. It does not wait: a later sweep finds what is left. Returns
 * whether anything was due.
 */
async function sweepPayment(context: ServiceContext, paymentId: string): Promise<boolean> {
  const free = await freePayment(context.db, { paymentId });
  const due = free.length > 0 ? await findDueTimers(context, paymentId) : [];
  await runDueTimers(context, due);
  return due.length > 0;
}

/** Does what is due, from the oldest timer on. A draft does one thing, as it cannot read what would be due then. */
async function runDueTimers(context: ServiceContext, due: readonly TimerRow[]): Promise<void> {
  const { db, payments: parts } = context;
  if (isDraft(db) && due.length > 1) throw new Error('Cannot draft what is due: found several timers');
  let [timer] = due;
  while (timer) {
    // Whoever writes a timer's effect deletes it, with the same commit.
    await parts.timerHandlers[timer.kind](context, timer);
    await withCommit(deleteTimer, db, { id: timer.id });
    [timer] = isDraft(db) ? [] : await findDueTimers(context, timer.paymentId);
  }
}

const deleteTimer = statement<{ id: number }, { id: number }>((db) =>
  db
    .delete(timers)
    .where(eq(timers.id, given('id', timers.id)))
    .returning({ id: timers.id }),
);

const freePayment = lockedReading<{ paymentId: string }, { id: string }>(
  { of: payments, lock: 'update', skipLocked: true },
  (db, more) =>
    db
      .select({ id: payments.id, ...more })
      .from(payments)
      .where(eq(payments.id, given('paymentId', payments.id))),
);

const lockedPayment = lockedReading<{ paymentId: string }, PaymentRow>(
  { of: payments, lock: 'update' },
  (db, more) =>
    db
      .select({ ...getTableColumns(payments), ...more })
      .from(payments)
      .where(eq(payments.id, given('paymentId', payments.id))),
);

async function lock({ db }: ServiceContext, paymentId: string): Promise<PaymentRow> {
  const [payment] = await lockedPayment(db, { paymentId });
  if (!payment) throw new Error(`Cannot lock payment ${paymentId}: found none, expected one`);
  return payment;
}

/** The two that are due longest. */
const dueTimers = lockedReading<{ paymentId: string; now: Date }, TimerRow>(
  { of: timers, lock: 'update' },
  (db, more) =>
    db
      .select({ ...getTableColumns(timers), ...more })
      .from(timers)
      .where(
        and(
          eq(timers.paymentId, given('paymentId', timers.paymentId)),
          lte(timers.dueAt, given('now', timers.dueAt)),
        ),
      )
      .orderBy(asc(timers.dueAt), asc(timers.id))
      .limit(2),
);

function findDueTimers({ db, clock }: ServiceContext, paymentId: string): Promise<TimerRow[]> {
  return dueTimers(db, { paymentId, now: clock.now() });
}

/** Payments with something due, the longest overdue first. A payment with several timers may come again. */
async function* duePayments({ db, clock }: ServiceContext): AsyncGenerator<string, void> {
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
