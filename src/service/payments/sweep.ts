import type { ServiceContext } from '../context.ts';
import { StoreError } from '../db/store-error.ts';
import { causesOf } from '../error-causes.ts';
import { errorLogFields } from '../logs/error-log-fields.ts';
import { sweepPayment } from './due.ts';
import { duePayments } from './timers.ts';

/** Of the waits after a failure, each twice the one before: 2 s to 17 minutes. */
const MOST_DOUBLINGS = 10;

/**
 * Does what is due by now: ends of asynchronous operations, expired authorisations, challenges that ran out or answer
 * themselves. One transaction per payment; any number of processes may sweep at once. One that fails holds up no other.
 * Returns how many payments it moved.
 */
export async function sweep(context: ServiceContext): Promise<number> {
  const { unswept } = context.inProgress;
  const now = context.clock.now();
  let moved = 0;
  for await (const paymentId of duePayments(context)) {
    const failed = unswept.get(paymentId);
    if (failed && failed.until > now) continue;
    if (await sweepOne(context, paymentId)) moved += 1;
  }
  return moved;
}

/** A value whose key is not here is the payment's own trouble. */
const isOfStore = (cause: unknown) => cause instanceof StoreError && cause.code !== 'key_unknown';

/** Whether the payment moved. Raises only what the next payment would meet too. */
async function sweepOne(context: ServiceContext, paymentId: string): Promise<boolean> {
  const { db, clock, log, inProgress } = context;
  const { unswept } = inProgress;
  try {
    const hasMoved = await db.transaction((tx) => sweepPayment({ ...context, db: tx }, paymentId));
    unswept.delete(paymentId);
    return hasMoved;
  } catch (error) {
    if (causesOf(error).some(isOfStore)) throw error;
    const failures = (unswept.get(paymentId)?.failures ?? 0) + 1;
    const waitMs = 1000 * 2 ** Math.min(failures, MOST_DOUBLINGS);
    unswept.set(paymentId, { failures, until: new Date(clock.now().getTime() + waitMs) });
    log.error({ paymentId, ...errorLogFields(error) }, 'payment was not swept');
    return false;
  }
}
