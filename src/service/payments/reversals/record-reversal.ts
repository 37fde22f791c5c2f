import { and, eq, ne } from 'drizzle-orm';
import type { Reversal } from '../../../contract/billing/callback.ts';
import type { Core } from '../../base/runtime/core.ts';
import { operations } from '../../tables/payments.ts';
import { reversals } from '../../tables/reversals.ts';
import { settlements } from '../../tables/timers.ts';
import { applyReversal, isUndoing } from '../model/reversal.ts';
import type { Transaction } from '../model/transaction.ts';
import { notifyMerchant } from '../notify-merchant.ts';
import { lockPaymentAndRead } from '../payment-lock.ts';
import { requireOperation } from '../require-transaction.ts';
import { writeAmounts } from '../write-operation.ts';
import { findUndoing } from './read-reversals.ts';

export type ToldReversal = {
  /** The notification's: a reversal is recorded once under it. */
  readonly id: string;
  readonly reversal: Reversal;
  /** What it names: a capture or a refund; of a dispute also the authorisation. */
  readonly operation: Pick<Transaction['operation'], 'id' | 'paymentId'>;
  /** Minor units. */
  readonly amount: number;
};

/** `known`: it says nothing new. `waitsFor`: what must happen before it can be true. `reason`: why it never will be. */
export type ReversalResult =
  | 'recorded'
  | 'known'
  | { readonly waitsFor: string }
  | { readonly reason: string };

/** Records what became of money afterwards, under its payment's lock, and tells the merchant. Rule: billing/reversals. */
export async function recordReversal(core: Core, told: ToldReversal): Promise<ReversalResult> {
  const { id: operationId, paymentId } = told.operation;
  const read = () =>
    Promise.all([
      requireOperation(core, operationId),
      findUndoing(core, operationId),
      voidsOf(core, paymentId),
    ]);
  const [, [transaction, undoing, voids]] = await lockPaymentAndRead(core, paymentId, read);
  const { operation, payment } = transaction;
  const isWhole = isUndoing(told.reversal);
  if (operation.status === 'PENDING') return { waitsFor: 'operation_pending' };
  if (operation.status === 'FAILURE') return isWhole ? 'known' : { reason: 'operation_failed' };
  if (isWhole && undoing) return 'known';
  if (voids.some(({ status }) => status === 'PENDING')) return { waitsFor: 'void_pending' };
  const isVoided = voids.some(({ refTransactionId }) => refTransactionId === operation.transactionId);
  if (isWhole && isVoided) return { reason: 'operation_voided' };
  const at = core.clock.now();
  const amounts = applyReversal(payment, { ...told, at });
  if (!amounts) return { waitsFor: 'amount_differs' };
  await write(core, { ...told, transaction: { ...transaction, payment: amounts }, at });
  return 'recorded';
}

type Recorded = ToldReversal & {
  /** With the amounts after it. */
  readonly transaction: Transaction;
  readonly at: Date;
};

/** The reversal is an event of its own: the operation stays as it was told. */
async function write(core: Core, { id, reversal, amount, transaction, at }: Recorded): Promise<void> {
  const { db } = core;
  const { id: operationId, paymentId } = transaction.operation;
  const log = transaction.payment.lastLog + 1;
  const payment = { ...transaction.payment, lastLog: log };
  await writeAmounts(core, payment);
  await db.insert(reversals).values({ id, paymentId, operationId, reversal, amount, log, createdAt: at });
  const isWhole = isUndoing(reversal);
  if (isWhole) await db.delete(settlements).where(eq(settlements.operationId, operationId));
  const settlesAt = isWhole ? null : transaction.settlesAt;
  const told = { ...transaction, payment, settlesAt, operation: { ...transaction.operation, log } };
  await notifyMerchant(core, { transaction: told, answerTo: null, event: { info: reversal, amount } });
}

/** Those that took something back, or may yet. */
function voidsOf({ db }: Core, paymentId: string) {
  return db
    .select({ status: operations.status, refTransactionId: operations.refTransactionId })
    .from(operations)
    .where(
      and(
        eq(operations.paymentId, paymentId),
        eq(operations.method, 'VOID'),
        ne(operations.status, 'FAILURE'),
      ),
    );
}
