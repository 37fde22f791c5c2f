import { Hono } from 'hono';
import { answerError, answerUnknownAddress } from '../../api/http/answer-error.ts';
import type { AppEnv } from '../../api/http/app-env.ts';
import { limitOpenRequests } from '../../api/http/middleware/open-requests.ts';
import { refuseOtherHosts } from '../../api/http/middleware/refuse-other-hosts.ts';
import { closeWhileStopping } from '../../api/http/middleware/refuse-while-stopping.ts';
import { requestScope } from '../../api/http/middleware/request-scope.ts';
import { securityHeaders } from '../../api/http/middleware/security-headers.ts';
import { pathsOf } from '../../api/http/near-path.ts';
import { RESULTS_PATH } from '../../base/processor/provider-gateway.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { ISSUER_RESULTS_PATH } from '../../payments/threeds/issuer-messages.ts';
import { acsRoutes } from './acs.ts';
import { postResult } from './post-result.ts';
import { providerSheets } from './provider-sheets.ts';
import type { Simulation } from './simulation.ts';

/** Everything on the origin of the simulated issuer and providers. */
export function createIssuerApp(runtime: Runtime, simulation: Simulation): Hono<AppEnv> {
  const {
    masterKey,
    stopping,
    egress,
    config: { baseUrl },
  } = runtime;
  const app = new Hono<AppEnv>();
  app.use(requestScope(runtime));
  app.use(securityHeaders);
  app.use(refuseOtherHosts(runtime.config.issuerUrl));
  // Nothing is refused here while the service stops: the bank's page offers an answer again that was not taken.
  app.use(closeWhileStopping);
  app.use(limitOpenRequests());
  app.route(
    '/',
    providerSheets({
      masterKey,
      stopping,
      simulation,
      post: (result) => postResult(baseUrl + RESULTS_PATH, result, egress.lookup),
    }),
  );
  app.route(
    '/',
    acsRoutes({
      simulation,
      post: (body) => postResult(baseUrl + ISSUER_RESULTS_PATH, { body, headers: {} }, egress.lookup),
    }),
  );
  app.notFound((c) => answerUnknownAddress(c, { paths: pathsOf(app) }));
  app.onError((error, c) => answerError(c, error));
  return app;
}
