import { asc, eq } from 'drizzle-orm';
import { placeholder, readStatement } from '../../store/statement.ts';
import type { Core } from '../base/runtime/core.ts';
import { type OperationRow, operations, type PaymentRow } from '../tables/payments.ts';
import { settlements } from '../tables/timers.ts';
import { isCapture, isStartMethod } from './model/methods.ts';
import type { Transaction } from './model/transaction.ts';
import { lockPaymentAndRead } from './payment-lock.ts';

/** `settlesAt`: null where the operation moved no money. */
export type PastOperation = OperationRow & { readonly settlesAt: Date | null };

/** A locked payment with all its operations; `referred` is the operation that the caller named. */
export type LockedPayment = Pick<Transaction, 'merchant' | 'token' | 'card'> & {
  readonly payment: PaymentRow;
  readonly referred: PastOperation;
  readonly operations: readonly PastOperation[];
};

type Row = { readonly operation: OperationRow; readonly settlesAt: Date | null };

const operationsOf = readStatement<{ paymentId: string }, Row>((db) =>
  db
    .select({ operation: operations, settlesAt: settlements.settlesAt })
    .from(operations)
    .leftJoin(settlements, eq(settlements.operationId, operations.id))
    .where(eq(operations.paymentId, placeholder('paymentId', operations.paymentId)))
    .orderBy(asc(operations.log)),
);

/** Locks the payment of a transaction that the caller named. */
export async function lockNamedPayment(context: Core, found: Transaction): Promise<LockedPayment> {
  const paymentId = found.payment.id;
  const readPast = () => operationsOf(context.db, { paymentId });
  const [payment, rows] = await lockPaymentAndRead(context, paymentId, readPast);
  const past = rows.map(({ operation, settlesAt }) => ({ ...operation, settlesAt }));
  const referred = past.find(({ id }) => id === found.operation.id);
  if (!referred) throw new Error(`Cannot bill operation ${found.operation.id}: not one of its payment`);
  const { merchant, token, card } = found;
  return { payment, merchant, token, card, referred, operations: past };
}

export function startOf({ operations: past }: LockedPayment): PastOperation | undefined {
  return past.find(({ method }) => isStartMethod(method));
}

/** Captures that stand: they succeeded, and were not voided since. */
export function capturesOf(locked: LockedPayment): readonly PastOperation[] {
  const voided = voidedIn(locked);
  return locked.operations.filter(
    ({ status, method, transactionId }) =>
      status === 'SUCCESS' && isCapture(method) && !voided.has(transactionId),
  );
}

export function isVoided(locked: LockedPayment, { transactionId }: PastOperation): boolean {
  return voidedIn(locked).has(transactionId);
}

/** The transactions that were voided. */
function voidedIn({ operations: past }: LockedPayment): ReadonlySet<string | null> {
  const voids = past.filter(({ method, status }) => method === 'VOID' && status === 'SUCCESS');
  return new Set(voids.map(({ refTransactionId }) => refTransactionId));
}

/** Refunds that took money or may yet. */
export function refundsOf({ operations: past }: LockedPayment): readonly PastOperation[] {
  return past.filter(({ method, status }) => method === 'REFUND' && status !== 'FAILURE');
}

/** What was given back of one capture, in minor units. */
export function refundedOf(locked: LockedPayment, { transactionId }: PastOperation): number {
  return refundsOf(locked)
    .filter(({ refTransactionId }) => refTransactionId === transactionId)
    .reduce((sum, { amount }) => sum + amount, 0);
}

export function isVoiding({ operations: past }: LockedPayment): boolean {
  return past.some(({ method, status }) => method === 'VOID' && status === 'PENDING');
}
