import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { ServiceContext } from '../context.ts';
import type { AppContext, AppEnv } from './app-env.ts';

/** Names the request, tells the caller which parameters were ignored, and logs one line without any of its content. */
export function requestScope(service: ServiceContext) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const start = performance.now();
    c.set('service', service);
    c.set('requestId', randomUUID());
    await next();
    c.res.headers.set('Request-Id', c.var.requestId);
    const ignored = c.var.form?.ignored ?? [];
    if (ignored.length > 0) c.res.headers.set('Sandbox-Ignored-Params', ignored.join(', '));
    logRequest(c, performance.now() - start);
  });
}

function logRequest(c: AppContext, milliseconds: number) {
  const { service, requestId, accountId } = c.var;
  service.log.info(
    {
      requestId,
      accountId,
      method: c.req.method,
      route: matchedRoutes(c).at(-1)?.path,
      status: c.res.status,
      milliseconds: Math.round(milliseconds),
    },
    'request',
  );
}
