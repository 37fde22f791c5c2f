import { ServiceError } from '../../../base/service-error.ts';
import type { AppContext } from '../app-env.ts';

/** Refuses a request that, as the browser says, another site's page sent, or another origin of the same site. */
export function refuseOtherOrigins(c: AppContext) {
  const site = c.req.header('Sec-Fetch-Site');
  if (site === undefined || site === 'same-origin') return;
  throw new ServiceError(
    'origin_not_allowed',
    "Cannot take the request: it comes from another origin's page, expected the service's own",
  );
}
