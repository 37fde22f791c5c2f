import { Hono } from 'hono';
import type { ServiceContext } from '../context.ts';
import type { AppEnv } from '../http/app-env.ts';
import { errorAnswer } from '../http/error-answer.ts';
import { limitOpenRequests } from '../http/open-requests.ts';
import { closeWhileStopping } from '../http/refuse-while-stopping.ts';
import { requestScope } from '../http/request-scope.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { serviceErrorOf } from '../http/service-error-of.ts';
import { errorLogFields } from '../logs/error-log-fields.ts';
import { RESULTS_PATH } from '../processor/providers/provider-gateway.ts';
import { ServiceError } from '../service-error.ts';
import { ISSUER_RESULTS_PATH } from '../threeds/issuer-result.ts';
import { acsRoutes } from './acs.ts';
import { providerSheets } from './provider-sheets.ts';
import { tellService } from './tell-service.ts';

const MAX_OPEN_REQUESTS = 256;

/** Everything on the origin of the simulated issuer and providers. */
export function createIssuerApp(context: ServiceContext): Hono<AppEnv> {
  const { masterKey, baseUrl, log } = context;
  const app = new Hono<AppEnv>();
  app.use(requestScope(context));
  app.use(securityHeaders);
  // Nothing is refused here: an answer that the stopping service does not take is offered again by the bank's page.
  app.use(closeWhileStopping);
  app.use(limitOpenRequests(MAX_OPEN_REQUESTS));
  app.route(
    '/',
    providerSheets({ masterKey, tell: (result) => tellService(baseUrl + RESULTS_PATH, result) }),
  );
  app.route(
    '/',
    acsRoutes((body) => tellService(baseUrl + ISSUER_RESULTS_PATH, { body, headers: {} })),
  );
  app.notFound((c) => errorAnswer(c, new ServiceError('not_found', 'Cannot find this address')));
  app.onError((error, c) => {
    const refusal = serviceErrorOf(error);
    if (error !== refusal) log.error(errorLogFields(error), 'request to the issuer failed');
    return errorAnswer(c, refusal);
  });
  return app;
}
