import { Hono } from 'hono';
import type { TransactionAnswer } from '../../../contract/billing/transaction.ts';
import { transactionRecordOf } from '../../payments/present/record.ts';
import { readUndoing } from '../../payments/reversals/read-reversals.ts';
import type { AppEnv } from '../http/app-env.ts';
import { authenticateMerchant } from '../http/middleware/authenticate.ts';
import { annotateRequest } from '../http/request-history.ts';
import { readTransaction } from '../read-transaction.ts';

/** Spec: Endpoints 5. */
export function transactionRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/wallet/api/v1/transactions/:transaction_id', async (c) => {
    const service = c.get('service');
    const { accountId } = await authenticateMerchant(c, 'lookups');
    const transactionId = c.req.param('transaction_id');
    annotateRequest(c, { transactionId });
    const found = await readTransaction(service, { accountId, transactionId });
    const transaction = transactionRecordOf(service, found, await readUndoing(service, found));
    return c.json({ transaction, status: 'OK' } satisfies TransactionAnswer);
  });
  return routes;
}
