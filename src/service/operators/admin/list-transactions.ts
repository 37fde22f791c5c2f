import { and, desc, eq, lt } from 'drizzle-orm';
import type {
  AdminTransaction,
  TransactionQuery,
  TransactionsAnswer,
} from '../../../contract/admin/transactions.ts';
import { readTransaction } from '../../api/read-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { transactionRecordOf } from '../../payments/present/record.ts';
import { readUndoing } from '../../payments/reversals/read-reversals.ts';
import { operations, payments } from '../../tables/payments.ts';
import { PAGE_READ, pageOf } from './page.ts';

/** A page of an order's transactions, newest first, each in its current state. */
export async function listTransactions(
  runtime: Runtime,
  { account_id: accountId, order_id: orderId, before }: TransactionQuery,
): Promise<Omit<TransactionsAnswer, 'status'>> {
  const rows = await runtime.db
    .select({ transactionId: operations.transactionId, seq: operations.seq })
    .from(payments)
    .innerJoin(operations, eq(operations.paymentId, payments.id))
    .where(
      and(
        eq(payments.accountId, accountId),
        eq(payments.orderId, orderId),
        before === undefined ? undefined : lt(operations.seq, before),
      ),
    )
    .orderBy(desc(operations.seq))
    .limit(PAGE_READ);
  const { page, next } = pageOf(rows, ({ seq }) => seq);
  const transactions: AdminTransaction[] = [];
  for (const { transactionId } of page) {
    const found = await readTransaction(runtime, { accountId, transactionId });
    transactions.push({
      ...transactionRecordOf(runtime, found, await readUndoing(runtime, found)),
      late_result: found.challenge?.lateResult ?? null,
    });
  }
  return { transactions, next };
}
