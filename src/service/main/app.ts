import { Hono } from 'hono';
import { except } from 'hono/combine';
import { createMiddleware } from 'hono/factory';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { SIZE_LIMITS } from '../../contract/size-limits.ts';
import { answerError, answerUnknownAddress, answerWrongMethod } from '../api/http/answer-error.ts';
import type { AppContext, AppEnv } from '../api/http/app-env.ts';
import { isSentByOwnDocs, refuseKeyInBrowser, refuseKeyInUrl } from '../api/http/exposed-keys.ts';
import { limitOpenRequests } from '../api/http/middleware/open-requests.ts';
import { limitHeaders } from '../api/http/middleware/rate-limits.ts';
import { refuseOtherHosts } from '../api/http/middleware/refuse-other-hosts.ts';
import {
  closeWhileStopping,
  refuseWhileStopping,
  stopping,
} from '../api/http/middleware/refuse-while-stopping.ts';
import { requestScope } from '../api/http/middleware/request-scope.ts';
import { securityHeaders } from '../api/http/middleware/security-headers.ts';
import { pathsOf } from '../api/http/near-path.ts';
import { PROBES } from '../api/http/probes.ts';
import { recordRequest } from '../api/http/request-history.ts';
import { billingRoutes } from '../api/routes/billing.ts';
import { challengeRoutes } from '../api/routes/challenges.ts';
import { instantRoutes } from '../api/routes/instant.ts';
import { readableRefusals, TOKEN_PATH, tokenRoutes } from '../api/routes/token.ts';
import { transactionRoutes } from '../api/routes/transactions.ts';
import { REFRESH_TOKEN_PATH, usersRoutes } from '../api/routes/users.ts';
import { walletRoutes } from '../api/routes/wallet.ts';
import type { Runtime } from '../base/runtime/runtime.ts';
import { ServiceError } from '../base/service-error.ts';
import { requestLocale } from '../site/languages/wanted-language.ts';
import { acquirerChannelRoutes } from '../site/routes/acquirer-channel.ts';
import { FRAME_PATH, postRefusalsToPage } from '../site/routes/frame.ts';
import { askForReports } from '../site/routes/policy-reports.ts';
import { providerChannelRoutes } from '../site/routes/provider-channel.ts';
import { referenceRoutes } from '../site/routes/reference.ts';
import { threeDsRoutes } from '../site/routes/threeds.ts';
import { sandbox } from './sandbox-dependencies.ts';

/**
 * Paths outside the count of open requests: health, and what is the same for everybody. They answer even when the service
 * is full.
 */
const UNCOUNTED = [
  ...PROBES,
  '/openapi.json',
  '/docs',
  '/docs/*',
  '/.well-known/*',
  '/sdk/*',
  FRAME_PATH,
  '/wallet/assets/*',
  '/wallet/locales/*',
  '/wallet/brands/*',
  '/3ds/assets/*',
];

/** Every route of the service, with the middleware that all of them share. */
export function createApp(runtime: Runtime): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(requestScope(runtime, recordRequest));
  app.use(askForReports);
  app.use(securityHeaders);
  app.use(except([...PROBES], refuseOtherHosts(runtime.config.baseUrl)));
  app.use(TOKEN_PATH, readableRefusals);
  app.use(FRAME_PATH, postRefusalsToPage);
  app.use(limitHeaders);
  app.use(closeWhileStopping);
  app.use(refuseWhileStopping);
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => answerWrongMethod(c, methods, besideError(c)),
    }),
  );
  app.use(sandbox.injectRequestFaults);
  app.use(except(UNCOUNTED, limitOpenRequests()));
  app.use(refuseUnsafe);
  app.route('/', usersRoutes());
  app.route('/', tokenRoutes());
  app.route('/', healthRoutes());
  app.route('/', walletRoutes());
  app.route('/', instantRoutes(requestLocale));
  app.route('/', providerChannelRoutes());
  app.route('/', acquirerChannelRoutes());
  app.route('/', challengeRoutes());
  app.route('/', threeDsRoutes());
  app.route('/', billingRoutes());
  app.route('/', transactionRoutes());
  app.route('/', referenceRoutes(runtime));
  const reference = `one of those that ${runtime.config.baseUrl}/docs lists`;
  app.notFound((c) => answerUnknownAddress(c, { paths: pathsOf(app), reference }));
  app.onError((error, c) => answerError(c, error, besideError(c)));
  return app;
}

/** Runs before anything of a request is read. */
const refuseUnsafe = createMiddleware<AppEnv>(async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  if (pathname.length + search.length > SIZE_LIMITS.url) {
    throw new ServiceError('url_too_long', `Cannot read the URL: it is longer than ${SIZE_LIMITS.url}`);
  }
  refuseKeyInUrl(c);
  if (c.req.header('secretKey') && !isSentByOwnDocs(c)) refuseKeyInBrowser(c);
  await next();
});

/** A client written from the spec looks for `Status` there. */
function besideError(c: AppContext): object {
  return c.req.path === REFRESH_TOKEN_PATH ? { Status: 'ERROR' } : {};
}

/** `/healthz`: the process lives. `/readyz`: a payment can be stored, and the process is not about to stop. */
function healthRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/healthz', (c) => c.json({ status: 'OK' }));
  routes.get('/readyz', async (c) => {
    const { leaving, requireReady, machineAheadSeconds } = c.get('service');
    if (leaving.aborted) throw stopping();
    await requireReady();
    return c.json({ status: 'OK', clock_offset_seconds: Math.round(machineAheadSeconds() * 1000) / 1000 });
  });
  return routes;
}
