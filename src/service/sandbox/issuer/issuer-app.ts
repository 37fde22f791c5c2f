import { Hono } from 'hono';
import { answerError, answerUnknownAddress } from '../../api/http/answer-error.ts';
import type { AppEnv } from '../../api/http/app-env.ts';
import { limitOpenRequests } from '../../api/http/middleware/open-requests.ts';
import { refuseOtherHosts } from '../../api/http/middleware/refuse-other-hosts.ts';
import { closeWhileStopping } from '../../api/http/middleware/refuse-while-stopping.ts';
import { requestScope } from '../../api/http/middleware/request-scope.ts';
import { securityHeaders } from '../../api/http/middleware/security-headers.ts';
import { pathsOf } from '../../api/http/near-path.ts';
import { RESULTS_PATH, type SignedResult } from '../../base/processor/provider-gateway.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { ISSUER_RESULTS_PATH } from '../../payments/threeds/issuer-messages.ts';
import { acsRoutes } from './acs.ts';
import { postResult } from './post-result.ts';
import { providerSheets } from './provider-sheets.ts';
import type { Simulation } from './simulation.ts';

/** Everything on the origin of the simulated issuer and providers. `serviceAddress`: where they post results. */
export function createIssuerApp(
  runtime: Runtime,
  simulation: Simulation,
  serviceAddress: string = runtime.config.baseUrl,
): Hono<AppEnv> {
  const { masterKey, stopping, egress, log } = runtime;
  const post = (path: string, result: SignedResult) =>
    postResult(serviceAddress + path, result, { lookup: egress.lookup, log });
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
      post: (result) => post(RESULTS_PATH, result),
    }),
  );
  app.route(
    '/',
    acsRoutes({
      simulation,
      post: (body) => post(ISSUER_RESULTS_PATH, { body, headers: {} }),
    }),
  );
  app.notFound((c) => answerUnknownAddress(c, { paths: pathsOf(app) }));
  app.onError((error, c) => answerError(c, error));
  return app;
}
