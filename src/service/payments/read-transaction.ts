import type { ServiceContext } from '../context.ts';
import { lockPayment } from './due.ts';
import { requireTransaction, type Transaction } from './load.ts';

type Named = { readonly accountId: number; readonly transactionId: string };

/** A transaction as it stands now: what is due happens first. */
export async function readTransaction(context: ServiceContext, named: Named): Promise<Transaction> {
  const inPath = { ...named, param: 'transaction_id' } as const;
  const found = await requireTransaction(context, inPath);
  if (!found.isDue) return found;
  await context.db.transaction((db) => lockPayment({ ...context, db }, found.payment.id));
  return requireTransaction(context, inPath);
}
