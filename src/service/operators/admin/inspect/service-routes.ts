import { Hono } from 'hono';
import type { DueAnswer, ServiceAnswer } from '../../../../contract/admin/service.ts';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { isAllowed } from '../../../base/exposure.ts';
import type { Runtime } from '../../../base/runtime/runtime.ts';
import { listDue } from './list-due.ts';

/** The service itself: where it is, and what happens next. */
export function serviceRoutes(runtime: Runtime): Hono<AppEnv> {
  const {
    config: { exposure },
  } = runtime;
  const mayReset = isAllowed(exposure, 'reset');
  const routes = new Hono<AppEnv>();
  routes.get('/service', (c) =>
    c.json({
      status: 'OK',
      base_url: runtime.config.baseUrl,
      issuer_url: runtime.config.issuerUrl,
      is_public: exposure.isPublic,
      may_reset: mayReset,
      rate_limits: runtime.limits === 'off' ? 'off' : 'on',
    } satisfies ServiceAnswer),
  );
  routes.get('/due', async (c) => c.json({ status: 'OK', ...(await listDue(runtime)) } satisfies DueAnswer));
  return routes;
}
