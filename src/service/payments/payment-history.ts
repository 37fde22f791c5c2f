import { setTimeout } from 'node:timers/promises';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Reversal } from '../../contract/billing/callback.ts';
import { placeholder, readStatement } from '../../store/statement.ts';
import type { Core } from '../base/runtime/core.ts';
import { PrepareFirst } from '../base/runtime/run-transaction.ts';
import { type OperationRow, operations, type PaymentRow } from '../tables/payments.ts';
import { reversals } from '../tables/reversals.ts';
import { settlements } from '../tables/timers.ts';
import { isBeingAsked } from './attempts.ts';
import { isCapture, isStartMethod } from './model/methods.ts';
import { UNDOINGS } from './model/reversal.ts';
import type { Transaction } from './model/transaction.ts';
import { lockPaymentAndRead } from './payment-lock.ts';

/** `settlesAt`: null where nothing settles. `undoing`: what undid it after it had succeeded, if anything did. */
export type PastOperation = OperationRow & {
  readonly settlesAt: Date | null;
  readonly undoing: Reversal | null;
};

/** A locked payment with all its operations; `referred` is the operation that the caller named. */
export type PaymentHistory = Pick<Transaction, 'merchant' | 'token' | 'card'> & {
  readonly payment: PaymentRow;
  readonly referred: PastOperation;
  readonly operations: readonly PastOperation[];
};

type Row = Pick<PastOperation, 'settlesAt' | 'undoing'> & { readonly operation: OperationRow };

const operationsOf = readStatement<{ paymentId: string }, Row>((db) => {
  const isUndoing = and(eq(reversals.operationId, operations.id), inArray(reversals.reversal, UNDOINGS));
  return db
    .select({ operation: operations, settlesAt: settlements.settlesAt, undoing: reversals.reversal })
    .from(operations)
    .leftJoin(settlements, eq(settlements.operationId, operations.id))
    .leftJoin(reversals, isUndoing)
    .where(eq(operations.paymentId, placeholder('paymentId', operations.paymentId)))
    .orderBy(asc(operations.log));
});

/** All operations of a payment, in the order of their events. */
export async function pastOperations({ db }: Core, paymentId: string): Promise<PastOperation[]> {
  const rows = await operationsOf(db, { paymentId });
  return rows.map(({ operation, ...row }) => ({ ...operation, ...row }));
}

/** How long until somebody looks again whether an answer has come: longer with each look, and not all who wait at once. */
const FIRST_LOOK_MS = 10;
const LAST_LOOK_MS = 320;

/** Lets the caller's transaction begin anew, a moment later. */
export const waitForAnswer = () =>
  new PrepareFirst((_runtime, times) =>
    setTimeout(Math.min(FIRST_LOOK_MS * 2 ** times, LAST_LOOK_MS) * (0.5 + Math.random())),
  );

/**
 * Locks the payment of a transaction that the caller named, once nobody waits for an answer of the acquirer about it: two
 * follow-ups at once are judged one after the other.
 */
export async function lockPaymentHistory(core: Core, transaction: Transaction): Promise<PaymentHistory> {
  const paymentId = transaction.payment.id;
  const readPast = () => Promise.all([pastOperations(core, paymentId), isBeingAsked(core, paymentId)]);
  const [payment, [past, isAsked]] = await lockPaymentAndRead(core, paymentId, readPast);
  if (isAsked) throw waitForAnswer();
  const referred = past.find(({ id }) => id === transaction.operation.id);
  if (!referred) throw new Error(`Cannot bill operation ${transaction.operation.id}: not one of its payment`);
  const { merchant, token, card } = transaction;
  return { payment, merchant, token, card, referred, operations: past };
}

export function startOf({ payment, operations: operationsOfPayment }: PaymentHistory): PastOperation {
  const start = operationsOfPayment.find(({ method }) => isStartMethod(method));
  if (!start) throw new Error(`Cannot bill payment ${payment.id}: its start is not among its operations`);
  return start;
}

/** Captures in force: they succeeded, and were neither voided nor reversed since. */
export function capturesOf(history: PaymentHistory): readonly PastOperation[] {
  const voidedIds = voidedTransactions(history);
  return history.operations.filter(
    ({ status, method, transactionId, undoing }) =>
      status === 'SUCCESS' && isCapture(method) && !voidedIds.has(transactionId) && undoing === null,
  );
}

export function isVoided(history: PaymentHistory, { transactionId }: PastOperation): boolean {
  return voidedTransactions(history).has(transactionId);
}

/** The transactions that were voided. */
function voidedTransactions({ operations: operationsOfPayment }: PaymentHistory): ReadonlySet<string | null> {
  const voids = operationsOfPayment.filter(({ method, status }) => method === 'VOID' && status === 'SUCCESS');
  return new Set(voids.map(({ refTransactionId }) => refTransactionId));
}

/** Refunds that took money or may yet, and were not reversed since. */
export function refundsOf({ operations: operationsOfPayment }: PaymentHistory): readonly PastOperation[] {
  return operationsOfPayment.filter(
    ({ method, status, undoing }) => method === 'REFUND' && status !== 'FAILURE' && undoing === null,
  );
}

/** What was given back of one capture, in minor units. */
export function refundedOf(history: PaymentHistory, { transactionId }: PastOperation): number {
  return refundsOf(history)
    .filter(({ refTransactionId }) => refTransactionId === transactionId)
    .reduce((sum, { amount }) => sum + amount, 0);
}

export function isVoiding({ operations: operationsOfPayment }: PaymentHistory): boolean {
  return operationsOfPayment.some(({ method, status }) => method === 'VOID' && status === 'PENDING');
}
