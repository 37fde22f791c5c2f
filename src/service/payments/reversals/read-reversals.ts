import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Reversal } from '../../../contract/billing/callback.ts';
import { placeholder, readStatement } from '../../../store/statement.ts';
import type { Core } from '../../base/runtime/core.ts';
import { type ReversalRow, reversals } from '../../tables/reversals.ts';
import { isCapture } from '../model/methods.ts';
import { UNDOINGS } from '../model/reversal.ts';
import type { Transaction } from '../model/transaction.ts';

const undoingOf = readStatement<{ operationId: string }, Pick<ReversalRow, 'reversal'>>((db) =>
  db
    .select({ reversal: reversals.reversal })
    .from(reversals)
    .where(
      and(
        eq(reversals.operationId, placeholder('operationId', reversals.operationId)),
        inArray(reversals.reversal, UNDOINGS),
      ),
    ),
);

/** What undid an operation; null where nothing did. */
export async function findUndoing({ db }: Pick<Core, 'db'>, operationId: string): Promise<Reversal | null> {
  const [found] = await undoingOf(db, { operationId });
  return found?.reversal ?? null;
}

/** Like `findUndoing`, asked only where it can be. Money that is to settle was not taken back. */
export async function readUndoing(
  core: Pick<Core, 'db'>,
  { operation, settlesAt }: Transaction,
): Promise<Reversal | null> {
  const movesMoney = isCapture(operation.method) || operation.method === 'REFUND';
  if (operation.status !== 'SUCCESS' || settlesAt !== null || !movesMoney) return null;
  return findUndoing(core, operation.id);
}

/** In the order of the payment's events. */
export function reversalsOf({ db }: Pick<Core, 'db'>, paymentId: string): Promise<ReversalRow[]> {
  return db.select().from(reversals).where(eq(reversals.paymentId, paymentId)).orderBy(asc(reversals.log));
}
