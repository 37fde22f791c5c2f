import { enqueueCallback } from '../callbacks/enqueue-callback.ts';
import type { ServiceContext } from '../context.ts';
import { settlements } from '../db/schema.ts';
import { requireOperation } from './load-transaction.ts';
import { isSale } from './methods.ts';

const SETTLES_AFTER_MS = 86_400_000;

type Ended = {
  readonly operationId: string;
  readonly at: Date;
  /** The request that gets the answer; null where the end came by itself. */
  readonly answerTo: string | null;
  /** How long the answer takes, ms. */
  readonly slowMs?: number;
};

/** Once per operation, when its end is written: money that moved goes into the next settlement, and the end is told. */
export async function recordEnd(context: ServiceContext, { operationId, at, answerTo, slowMs = 0 }: Ended) {
  const transaction = await requireOperation(context, operationId);
  const { method, status } = transaction.operation;
  const hasMoved = method === 'CHARGE' || method === 'REFUND' || isSale(method);
  if (hasMoved && status === 'SUCCESS') {
    const settlesAt = new Date(at.getTime() + SETTLES_AFTER_MS);
    await context.db.insert(settlements).values({ operationId, settlesAt });
  }
  await enqueueCallback(context, { transaction, answerTo, slowMs });
}
