import { Hono } from 'hono';
import type { TransactionAnswer } from '../../../contract/billing/transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { runDueWork } from '../../payments/asking/run-due-work.ts';
import { requireTransaction } from '../../payments/load.ts';
import type { Transaction } from '../../payments/model/transaction.ts';
import { transactionRecordOf } from '../../payments/present/record.ts';
import type { AppEnv } from '../http/app-env.ts';
import { authenticateMerchant } from '../http/middleware/authenticate.ts';
import { annotateRequest } from '../http/request-history.ts';

/** Spec: Endpoints 5. */
export function transactionRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/wallet/api/v1/transactions/:transaction_id', async (c) => {
    const { service } = c.var;
    const { accountId } = await authenticateMerchant(c, 'lookups');
    const transactionId = c.req.param('transaction_id');
    annotateRequest(c, { transactionId });
    const found = await readTransaction(service, { accountId, transactionId });
    const transaction = transactionRecordOf(service, found);
    return c.json({ transaction, status: 'OK' } satisfies TransactionAnswer);
  });
  return routes;
}

type TransactionName = { readonly accountId: number; readonly transactionId: string };

/** Reads a transaction, after the due work on its payment is done. Raises `transaction_not_found`. */
export async function readTransaction(runtime: Runtime, name: TransactionName): Promise<Transaction> {
  for (;;) {
    const found = await requireTransaction(runtime, { ...name, param: 'transaction_id' });
    if (!found.isDue) return found;
    await runDueWork(runtime, found.payment.id);
  }
}
