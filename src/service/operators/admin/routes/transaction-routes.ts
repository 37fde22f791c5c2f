import { Hono } from 'hono';
import { TransactionQuery, type TransactionsAnswer } from '../../../../contract/admin/transactions.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { parseJson } from '../../../api/http/json-body.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { listTransactions } from '../list-transactions.ts';

/** What became of an order, over all its attempts. */
export function adminTransactionRoutes(context: Runtime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/transactions', async (c) => {
    const query = parseJson(TransactionQuery, c.req.query());
    return c.json({
      status: 'OK',
      ...(await listTransactions(context, query)),
    } satisfies TransactionsAnswer);
  });
  return routes;
}
