import { desc } from 'drizzle-orm';
import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import type { PolicyReportsAnswer } from '../../../../contract/admin/policy-reports.ts';
import { TransactionQuery, type TransactionsAnswer } from '../../../../contract/admin/transactions.ts';
import { answerError, answerUnknownAddress, answerWrongMethod } from '../../../api/http/answer-error.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { parseJson } from '../../../api/http/json-body.ts';
import { requestScope } from '../../../api/http/middleware/request-scope.ts';
import { securityHeaders } from '../../../api/http/middleware/security-headers.ts';
import { pathsOf } from '../../../api/http/near-path.ts';
import type { AdminRuntime, Runtime } from '../../../base/runtime/runtime.ts';
import { policyReports } from '../../../tables/policy-reports.ts';
import { attemptRoutes } from '../attempts/attempt-routes.ts';
import { callbackRoutes } from '../callbacks/callback-routes.ts';
import { requestRoutes } from '../inspect/request-routes.ts';
import { serviceRoutes } from '../inspect/service-routes.ts';
import { listTransactions } from '../list-transactions.ts';
import { pageGuardRoutes } from '../page-guard/page-guard-routes.ts';
import { paymentRoutes, recordFollowUp } from '../payments/payment-routes.ts';
import { reconciliationRoutes } from '../reconciliations/reconciliation-routes.ts';
import { sessionRoutes } from '../sessions/session-routes.ts';
import { userRoutes } from '../sessions/user-routes.ts';
import { accountRoutes } from './account-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import { backupRoutes } from './backup-routes.ts';
import { guardAdmin, refuseOtherNames } from './guard.ts';
import { inspectorPages } from './inspector-pages.ts';
import { keyRoutes } from './key-routes.ts';
import { processorRoutes } from './processor-routes.ts';
import { vaultRoutes } from './vault-routes.ts';

export type AdminAccess = {
  readonly token: string;
  /** The port it listens on, which is part of the host names it answers to. */
  readonly port: number;
  /** The folder of the inspector's page. Default: no page, for programs only. */
  readonly pages?: string;
  /** Routes below /api that only the sandbox has. */
  readonly extraRoutes: readonly AdminRoutes[];
};

export type AdminRoutes = (runtime: AdminRuntime) => Hono<AppEnv>;

/** The inspector and its admin API, for a server of its own on the loopback interface. */
export function createAdminApp(runtime: AdminRuntime, access: AdminAccess): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(requestScope(runtime, recordFollowUp));
  app.use(securityHeaders);
  app.use(refuseOtherNames(access));
  if (access.pages !== undefined) app.route('/', inspectorPages(access.pages));
  app.use(guardAdmin(access));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: answerWrongMethod }));
  app.route('/', metricsRoutes());
  app.route('/api', serviceRoutes(runtime));
  for (const routes of access.extraRoutes) app.route('/api', routes(runtime));
  app.route('/api', backupRoutes(runtime));
  app.route('/api', vaultRoutes(runtime));
  app.route('/api', keyRoutes(runtime));
  app.route('/api', accountRoutes(runtime));
  app.route('/api', processorRoutes(runtime));
  app.route('/api', userRoutes(runtime));
  app.route('/api', sessionRoutes(runtime));
  app.route('/api', paymentRoutes(runtime));
  app.route('/api', attemptRoutes(runtime));
  app.route('/api', reconciliationRoutes(runtime));
  app.route('/api', adminTransactionRoutes(runtime));
  app.route('/api', callbackRoutes(runtime));
  app.route('/api', requestRoutes(runtime));
  app.route('/api', auditRoutes(runtime));
  app.route('/api', policyReportRoutes(runtime));
  app.route('/api', pageGuardRoutes(runtime));
  app.notFound((c) => answerUnknownAddress(c, { paths: pathsOf(app) }));
  app.onError((error, c) => answerError(c, error));
  return app;
}

/** Metrics for Prometheus. The labels hold no secret, but only the operator should know how busy the service is. */
function metricsRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/metrics', async (c) => {
    c.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    return c.body(await c.get('service').metrics.text());
  });
  return routes;
}

/** What the policies of the service's pages refused, as browsers reported it. */
function policyReportRoutes({ db }: Runtime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/policy-reports', async (c) => {
    const rows = await db.select().from(policyReports).orderBy(desc(policyReports.lastAt));
    const reports = rows.map(({ firstAt, lastAt, ...kind }) => ({
      ...kind,
      first_at: firstAt.toISOString(),
      last_at: lastAt.toISOString(),
    }));
    return c.json({ status: 'OK', reports } satisfies PolicyReportsAnswer);
  });
  return routes;
}

/** An order's transactions, over all its attempts. */
function adminTransactionRoutes(runtime: Runtime): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/transactions', async (c) => {
    const query = parseJson(TransactionQuery, c.req.query());
    return c.json({
      status: 'OK',
      ...(await listTransactions(runtime, query)),
    } satisfies TransactionsAnswer);
  });
  return routes;
}
