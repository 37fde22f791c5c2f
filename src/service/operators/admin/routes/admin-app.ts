import { Hono } from 'hono';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { answerError, answerUnknownAddress, answerWrongMethod } from '../../../api/http/answer-error.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { requestScope } from '../../../api/http/middleware/request-scope.ts';
import { securityHeaders } from '../../../api/http/middleware/security-headers.ts';
import { pathsOf } from '../../../api/http/near-path.ts';
import type { AdminRuntime } from '../../../base/runtime/runtime.ts';
import { callbackRoutes } from '../callbacks/callback-routes.ts';
import { requestRoutes } from '../inspect/request-routes.ts';
import { serviceRoutes } from '../inspect/service-routes.ts';
import { paymentRoutes, recordFollowUp } from '../payments/payment-routes.ts';
import { sessionRoutes } from '../sessions/session-routes.ts';
import { userRoutes } from '../sessions/user-routes.ts';
import { accountRoutes } from './account-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import { backupRoutes } from './backup-routes.ts';
import { guardAdmin, refuseOtherNames } from './guard.ts';
import { inspectorPages } from './inspector-pages.ts';
import { keyRoutes } from './key-routes.ts';
import { metricsRoutes } from './metrics-routes.ts';
import { policyReportRoutes } from './policy-report-routes.ts';
import { adminTransactionRoutes } from './transaction-routes.ts';

export type AdminAccess = {
  readonly token: string;
  /** The port it listens on, which is part of the host names it answers to. */
  readonly port: number;
  /** The folder of the inspector's page. Default: none, as where only programs ask. */
  readonly pages?: string;
  /** Routes below /api that only the sandbox has. Default: none. */
  readonly extraRoutes?: readonly AdminRoutes[];
};

export type AdminRoutes = (context: AdminRuntime) => Hono<AppEnv>;

/** The inspector and the admin API that it asks, for a server of its own on the loopback interface. */
export function createAdminApp(context: AdminRuntime, access: AdminAccess): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(requestScope(context, recordFollowUp));
  app.use(securityHeaders);
  app.use(refuseOtherNames(access));
  if (access.pages !== undefined) app.route('/', inspectorPages(access.pages));
  app.use(guardAdmin(access));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: answerWrongMethod }));
  app.route('/', metricsRoutes());
  app.route('/api', serviceRoutes(context));
  for (const routes of access.extraRoutes ?? []) app.route('/api', routes(context));
  app.route('/api', backupRoutes(context));
  app.route('/api', keyRoutes(context));
  app.route('/api', accountRoutes(context));
  app.route('/api', userRoutes(context));
  app.route('/api', sessionRoutes(context));
  app.route('/api', paymentRoutes(context));
  app.route('/api', adminTransactionRoutes(context));
  app.route('/api', callbackRoutes(context));
  app.route('/api', requestRoutes(context));
  app.route('/api', auditRoutes(context));
  app.route('/api', policyReportRoutes(context));
  app.notFound((c) => answerUnknownAddress(c, { paths: pathsOf(app) }));
  app.onError((error, c) => answerError(c, error));
  return app;
}
