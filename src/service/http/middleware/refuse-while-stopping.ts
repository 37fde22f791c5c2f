import { createMiddleware } from 'hono/factory';
import { ServiceError } from '../../base/service-error.ts';
import type { AppEnv } from '../app-env.ts';

/** What is under way ends as always, what comes meanwhile is sent elsewhere. */
export const refuseWhileStopping = createMiddleware<AppEnv>(async (c, next) => {
  if (!c.var.service.stopping.aborted) return next();
  throw new ServiceError('shutting_down', 'Cannot take the request: the service is stopping, try again');
});

/** Either way the connection ends with the answer. */
export const closeWhileStopping = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.var.service.stopping.aborted) c.res.headers.set('Connection', 'close');
});
