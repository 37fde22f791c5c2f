import type { ServiceContext } from '../context.ts';
import type { OperationRow } from '../db/tables/payments.ts';
import { settlements } from '../db/tables/timers.ts';
import { enqueueCallback } from '../outbox/enqueue-callback.ts';
import type { Transaction } from './load.ts';
import { isSale } from './model/methods.ts';

const SETTLES_AFTER_MS = 86_400_000;

type Ended = {
  /** As it stands, with its end written. */
  readonly transaction: Transaction;
  readonly at: Date;
  /** The request that gets the answer; null where the end came by itself. */
  readonly answerTo: string | null;
  /** How long the answer takes, ms. */
  readonly slowMs?: number;
};

/**
 * Once per operation, when its end is written: money that moved goes into the next settlement, and the end is told.
 * Gives the transaction as it now stands.
 */
export async function recordEnd(context: ServiceContext, ended: Ended): Promise<Transaction> {
  const { transaction, at, answerTo, slowMs = 0 } = ended;
  await enqueueCallback(context, { transaction, answerTo, slowMs });
  const settlesAt = settlementOf(transaction.operation, at);
  if (settlesAt === null) return transaction;
  await context.db.insert(settlements).values({ operationId: transaction.operation.id, settlesAt });
  return { ...transaction, settlesAt };
}

/** When the money that an operation moved is settled; null where it moved none. */
export function settlementOf({ method, status }: Pick<OperationRow, 'method' | 'status'>, at: Date) {
  const hasMoved = method === 'CHARGE' || method === 'REFUND' || isSale(method);
  return hasMoved && status === 'SUCCESS' ? new Date(at.getTime() + SETTLES_AFTER_MS) : null;
}
