import { eq, getTableColumns } from 'drizzle-orm';
import { lockingQuery } from '../../store/optimistic/locking-query.ts';
import { isOptimistic } from '../../store/optimistic/optimistic-transaction.ts';
import { placeholder } from '../../store/statement.ts';
import type { Core } from '../base/runtime/core.ts';
import { type PaymentRow, payments } from '../tables/payments.ts';
import { findDueTimers, runDueTimers } from './timers.ts';

/**
 * Locks a payment and runs its due timers, inside the caller's transaction. So every decision and every read finds the
 * payment as if the sweeper ran all the time.
 */
export async function lockPayment(core: Core, paymentId: string): Promise<PaymentRow> {
  const [payment] = await lockPaymentAndRead(core, paymentId, async () => {});
  return payment;
}

/** Like `lockPayment`; also returns the result of `read`, read once nothing is due. */
export async function lockPaymentAndRead<Read>(
  core: Core,
  paymentId: string,
  read: () => Promise<Read>,
): Promise<[PaymentRow, Read]> {
  // Sent together. The store runs them in this order, so `read` sees what was committed before the lock.
  const [payment, found, due] = await Promise.all([
    lock(core, paymentId),
    read(),
    findDueTimers(core, paymentId),
  ]);
  if (due.length === 0) return [payment, found];
  if (isOptimistic(core.db))
    throw new Error('Cannot decide on a payment optimistically: something is due first');
  await runDueTimers(core, due);
  return Promise.all([lock(core, paymentId), read()]);
}

/**
 * The same for a lookup, which reads nothing under the lock: it may run optimistically with one due timer, where
 * `lockPayment` raises.
 */
export async function lockAndRunDueTimers(core: Core, paymentId: string): Promise<void> {
  const [, due] = await Promise.all([lock(core, paymentId), findDueTimers(core, paymentId)]);
  await runDueTimers(core, due);
}

const paymentForUpdate = lockingQuery<{ paymentId: string }, PaymentRow>(
  { of: payments, lock: 'update' },
  (db, versionColumns) =>
    db
      .select({ ...getTableColumns(payments), ...versionColumns })
      .from(payments)
      .where(eq(payments.id, placeholder('paymentId', payments.id))),
);

async function lock({ db }: Core, paymentId: string): Promise<PaymentRow> {
  const [payment] = await paymentForUpdate(db, { paymentId });
  if (!payment) throw new Error(`Cannot lock payment ${paymentId}: found none, expected one`);
  return payment;
}
