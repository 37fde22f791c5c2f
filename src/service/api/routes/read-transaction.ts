import { runTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { requireTransaction } from '../../payments/load.ts';
import type { Transaction } from '../../payments/model/transaction.ts';
import { doWhatIsDue } from '../../payments/payment-lock.ts';

type TransactionName = { readonly accountId: number; readonly transactionId: string };

/** Reads a transaction, after what is due on its payment has happened. Raises `transaction_not_found`. */
export async function readTransaction(runtime: Runtime, name: TransactionName): Promise<Transaction> {
  for (;;) {
    const found = await requireTransaction(runtime, { ...name, param: 'transaction_id' });
    if (!found.isDue) return found;
    await runTransaction(runtime, (core) => doWhatIsDue(core, found.payment.id));
  }
}
