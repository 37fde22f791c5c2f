import { and, eq, sql } from 'drizzle-orm';
import type { ServiceContext } from '../context.ts';
import { operations } from '../db/tables/payments.ts';
import type { Decision } from '../processor/processor.ts';
import { endOf } from './operation.ts';

type End = { readonly operationId: string; readonly decision: Decision };

/** Once: an operation that has ended stays as it is. Its end takes a new place in the order of the payment's events. */
export async function endPending({ db }: ServiceContext, { operationId, decision }: End): Promise<void> {
  const [ended] = await db
    .update(operations)
    .set({ ...endOf(decision), log: sql`default` })
    .where(and(eq(operations.id, operationId), eq(operations.status, 'PENDING')))
    .returning({ id: operations.id });
  if (!ended) throw new Error(`Cannot end operation ${operationId}: it has ended, expected it pending`);
}
