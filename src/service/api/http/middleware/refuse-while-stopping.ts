import { createMiddleware } from 'hono/factory';
import { ServiceError } from '../../../base/service-error.ts';
import type { AppEnv } from '../app-env.ts';

/** Requests under way finish as always. New ones are refused, to be sent elsewhere. */
export const refuseWhileStopping = createMiddleware<AppEnv>(async (c, next) => {
  if (!c.get('service').stopping.aborted) return next();
  throw stopping();
});

export const stopping = () =>
  new ServiceError('shutting_down', 'Cannot take the request: the service is stopping, try again');

/** The connection ends with the answer, whether or not it is a refusal. */
export const closeWhileStopping = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  if (c.get('service').stopping.aborted) c.res.headers.set('Connection', 'close');
});
