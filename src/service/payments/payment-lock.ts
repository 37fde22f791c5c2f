import { eq, getTableColumns } from 'drizzle-orm';
import { lockedReading } from '../../store/optimistic/locking-query.ts';
import { isDraft } from '../../store/optimistic/optimistic-transaction.ts';
import { placeholder } from '../../store/statement.ts';
import type { ServiceContext } from '../base/runtime/context.ts';
import { runTransaction } from '../base/runtime/run-transaction.ts';
import { type PaymentRow, payments } from '../tables/payments.ts';
import { type NamedTransaction, requireTransaction } from './load.ts';
import type { Transaction } from './model/transaction.ts';
import { findDueTimers, runDueTimers } from './timers.ts';

/**
 * Locks a payment and does what is due, inside the caller's transaction. So every decision and every read finds the
 * payment as if the sweeper ran all the time.
 */
export async function lockPayment(context: ServiceContext, paymentId: string): Promise<PaymentRow> {
  const [payment] = await lockPaymentAndRead(context, paymentId, async () => {});
  return payment;
}

/** Like `lockPayment`; also returns what `read` finds once nothing is due. */
export async function lockPaymentAndRead<Read>(
  context: ServiceContext,
  paymentId: string,
  read: () => Promise<Read>,
): Promise<[PaymentRow, Read]> {
  // Sent together: the store answers in this order, each with what is committed by then.
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
    await runTransaction(context, (inside) => doWhatIsDue(inside, found.payment.id));
  }
}

async function doWhatIsDue(context: ServiceContext, paymentId: string): Promise<void> {
  const [, due] = await Promise.all([lock(context, paymentId), findDueTimers(context, paymentId)]);
  await runDueTimers(context, due);
}

const lockedPayment = lockedReading<{ paymentId: string }, PaymentRow>(
  { of: payments, lock: 'update' },
  (db, more) =>
    db
      .select({ ...getTableColumns(payments), ...more })
      .from(payments)
      .where(eq(payments.id, placeholder('paymentId', payments.id))),
);

async function lock({ db }: ServiceContext, paymentId: string): Promise<PaymentRow> {
  const [payment] = await lockedPayment(db, { paymentId });
  if (!payment) throw new Error(`Cannot lock payment ${paymentId}: found none, expected one`);
  return payment;
}
