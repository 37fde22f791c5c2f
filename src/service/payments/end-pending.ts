import { and, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { type OperationRow, operations } from '../db/tables/payments.ts';
import type { Decision } from '../processor/processor.ts';
import { nextLog } from './next-log.ts';
import { endOf } from './operation.ts';

type End = {
  readonly operation: Pick<OperationRow, 'id' | 'paymentId'>;
  readonly decision: Decision;
};

/** Once: an operation that has ended stays as it is. Its end takes a new place in the order of the payment's events. */
export async function endPending(context: ServiceContext, { operation, decision }: End): Promise<void> {
  const { id, paymentId } = operation;
  const log = await nextLog(context, paymentId);
  const [ended] = await context.db
    .update(operations)
    .set({ ...endOf(decision), log, place: sql`default` })
    .where(and(eq(operations.id, id), eq(operations.status, 'PENDING')))
    .returning({ id: operations.id });
  if (!ended) throw new Error(`Cannot end operation ${id}: it has ended, expected it pending`);
}
