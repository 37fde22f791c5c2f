import { createMiddleware } from 'hono/factory';
import { ServiceError } from '../service-error.ts';
import type { AppEnv } from './app-env.ts';

/** Answers early with 503 what would only wait. */
export function limitOpenRequests(limit: number) {
  let open = 0;
  return createMiddleware<AppEnv>(async (_c, next) => {
    if (open >= limit) {
      throw new ServiceError('overloaded', `Cannot take the request: ${limit} are open already, try again`);
    }
    open += 1;
    try {
      await next();
    } finally {
      open -= 1;
    }
  });
}
