import { asc, eq } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { type OperationRow, operations, type PaymentRow } from '../db/tables/payments.ts';
import { settlements } from '../db/tables/timers.ts';
import { lockPayment } from './due.ts';
import type { Transaction } from './load.ts';
import { isSale } from './model/methods.ts';

/** `settlesAt`: null where the operation moved no money. */
export type Member = OperationRow & { readonly settlesAt: Date | null };

/** A payment, locked, with all its operations; `referred` is the one the caller named. */
export type Family = Pick<Transaction, 'merchant' | 'card'> & {
  readonly payment: PaymentRow;
  readonly referred: Member;
  readonly operations: readonly Member[];
};

export async function lockFamily(context: ServiceContext, found: Transaction): Promise<Family> {
  const payment = await lockPayment(context, found.payment.id);
  const rows = await context.db
    .select({ operation: operations, settlesAt: settlements.settlesAt })
    .from(operations)
    .leftJoin(settlements, eq(settlements.operationId, operations.id))
    .where(eq(operations.paymentId, payment.id))
    .orderBy(asc(operations.log));
  const members = rows.map(({ operation, settlesAt }) => ({ ...operation, settlesAt }));
  const referred = members.find(({ id }) => id === found.operation.id);
  if (!referred) throw new Error(`Cannot bill operation ${found.operation.id}: not one of its payment`);
  const { merchant, card } = found;
  return { payment, merchant, card, referred, operations: members };
}

/** Captures that stand: succeeded, and not voided since. */
export function capturesOf(family: Family): readonly Member[] {
  return family.operations.filter(
    (member) =>
      member.status === 'SUCCESS' &&
      (member.method === 'CHARGE' || isSale(member.method)) &&
      !isVoided(family, member),
  );
}

/** Of a transaction that is named for a capture which does not stand. */
export function whyNotCaptured({ referred: { method, status } }: Family): string {
  return status === 'PENDING'
    ? `the ${method} referred to is under way, wait for its end`
    : 'nothing was captured by the transaction referred to';
}

export function isVoided({ operations: members }: Family, { transactionId }: Member): boolean {
  return members.some(
    ({ method, status, refTransactionId }) =>
      method === 'VOID' && status === 'SUCCESS' && refTransactionId === transactionId,
  );
}

/** Refunds that took money or may yet. */
export function refundsOf({ operations: members }: Family): readonly Member[] {
  return members.filter(({ method, status }) => method === 'REFUND' && status !== 'FAILURE');
}

/** Minor units. */
export function refundedOf(family: Family, { transactionId }: Member): number {
  return refundsOf(family)
    .filter(({ refTransactionId }) => refTransactionId === transactionId)
    .reduce((sum, { amount }) => sum + amount, 0);
}

export function isVoiding({ operations: members }: Family): boolean {
  return members.some(({ method, status }) => method === 'VOID' && status === 'PENDING');
}
