import type { ServiceContext } from '../context.ts';
import { lockPayment } from './lock-payment.ts';
import { duePayments } from './timers.ts';

const BATCH = 100;

/**
 * Does what is due by now: ends of asynchronous operations, expired authorisations, challenges that ran out or answer
 * themselves. One transaction per payment; any number of processes may sweep at once. Returns how many payments moved.
 */
export async function sweep(context: ServiceContext): Promise<number> {
  let swept = 0;
  let due = await duePayments(context, BATCH);
  while (due.length > 0) {
    for (const paymentId of due) {
      await context.db.transaction((db) => lockPayment({ ...context, db }, paymentId));
    }
    swept += due.length;
    due = await duePayments(context, BATCH);
  }
  return swept;
}
