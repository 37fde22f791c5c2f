import { runTransaction } from '../base/runtime/run-transaction.ts';
import type { Runtime } from '../base/runtime/runtime.ts';
import type { Transaction } from '../payments/model/transaction.ts';
import { lockAndRunDueTimers } from '../payments/payment-lock.ts';
import { requireTransaction } from '../payments/require-transaction.ts';

type TransactionName = { readonly accountId: number; readonly transactionId: string };

/** Reads a transaction once no timer of its payment is due. Raises `transaction_not_found`. */
export async function readTransaction(runtime: Runtime, name: TransactionName): Promise<Transaction> {
  for (;;) {
    const transaction = await requireTransaction(runtime, { ...name, param: 'transaction_id' });
    if (!transaction.isDue) return transaction;
    await runTransaction(runtime, (core) => lockAndRunDueTimers(core, transaction.payment.id));
  }
}
