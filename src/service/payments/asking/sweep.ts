import { and, asc, eq, gt, lte, or } from 'drizzle-orm';
import { causesOf } from '../../../store/error-causes.ts';
import { lockingQuery } from '../../../store/optimistic/locking-query.ts';
import { placeholder } from '../../../store/statement.ts';
import { StoreError } from '../../../store/store-error.ts';
import { errorLogFields } from '../../base/error-log-fields.ts';
import { eachAtOnce } from '../../base/runtime/at-once.ts';
import type { Core } from '../../base/runtime/core.ts';
import { runTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import type { Claim } from '../../base/runtime/service-dependencies.ts';
import { payments } from '../../tables/payments.ts';
import { timers } from '../../tables/timers.ts';
import { findDueTimers, runDueTimers } from '../timers.ts';
import { runDueWork } from './run-due-work.ts';
import { settleClaim } from './settle-claim.ts';

/** Payments that one query of the timers returns. */
const PAGE = 100;
/** Payments that one process works on at once: some of them ask an acquirer, and wait for it. */
const AT_ONCE = 16;
/** How often the wait after a failure doubles: from 2 s to 17 minutes. */
const MAX_DOUBLINGS = 10;

/**
 * Runs all due timers: outcomes of asynchronous operations, expired authorisations, challenges that ran out or answer
 * themselves. Each payment has its own commit, and one that fails delays no other. Any number of processes may sweep at
 * once. Returns how many payments changed.
 */
export async function sweep(runtime: Runtime): Promise<number> {
  const { failedSweeps } = runtime.inProgress;
  const now = runtime.clock.now();
  const noLongerDue = new Set(failedSweeps.keys());
  let count = 0;
  const underWay = new Set<string>();
  await eachAtOnce(duePayments(runtime), AT_ONCE, async (paymentId) => {
    noLongerDue.delete(paymentId);
    const failure = failedSweeps.get(paymentId);
    if (underWay.has(paymentId) || (failure && failure.until > now)) return;
    underWay.add(paymentId);
    if (await sweepOne(runtime, paymentId)) count += 1;
    underWay.delete(paymentId);
  });
  // Another process, or a lookup, has done their work.
  for (const paymentId of noLongerDue) failedSweeps.delete(paymentId);
  return count;
}

/** Whether the store is at fault. A value whose key is missing here concerns its payment alone. */
const isOfStore = (cause: unknown) => cause instanceof StoreError && cause.code !== 'key_unknown';

/** Whether the payment changed. Raises only failures that the next payment would meet too. */
async function sweepOne(runtime: Runtime, paymentId: string): Promise<boolean> {
  const { clock, log, inProgress } = runtime;
  const { failedSweeps } = inProgress;
  try {
    const { hasChanged, claim } = await runTransaction(runtime, (core) => sweepPayment(core, paymentId));
    if (claim) {
      await settleClaim(runtime, claim, { record: async () => {} });
      await runDueWork(runtime, paymentId);
    }
    failedSweeps.delete(paymentId);
    return hasChanged;
  } catch (error) {
    if (causesOf(error).some(isOfStore)) throw error;
    const failures = (failedSweeps.get(paymentId)?.failures ?? 0) + 1;
    const waitMs = 1000 * 2 ** Math.min(failures, MAX_DOUBLINGS);
    failedSweeps.set(paymentId, { failures, until: new Date(clock.now().getTime() + waitMs) });
    log.error({ paymentId, ...errorLogFields(error) }, 'payment was not swept');
    return false;
  }
}

type Swept = { readonly hasChanged: boolean; readonly claim: Claim | undefined };

/**
 * Does the due work unless the payment is locked, until it claims a question. It does not wait: a later sweep finds the
 * rest. Returns whether anything was due.
 */
async function sweepPayment(core: Core, paymentId: string): Promise<Swept> {
  const rows = await unlockedPayment(core.db, { paymentId });
  const due = rows.length > 0 ? await findDueTimers(core, paymentId) : [];
  const claim = await runDueTimers(core, due);
  return { hasChanged: due.length > 0, claim };
}

const unlockedPayment = lockingQuery<{ paymentId: string }, { id: string }>(
  { of: payments, lock: 'update', skipLocked: true },
  (db, versionColumns) =>
    db
      .select({ id: payments.id, ...versionColumns })
      .from(payments)
      .where(eq(payments.id, placeholder('paymentId', payments.id))),
);

/** Payments with something due, the longest overdue first. A payment with several timers may come again. */
async function* duePayments({ db, clock }: Runtime): AsyncGenerator<string, void> {
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
