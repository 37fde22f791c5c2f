import { createMiddleware } from 'hono/factory';
import { ServiceError } from '../service-error.ts';
import type { AppEnv } from './app-env.ts';

const MAX_OPEN = 256;

/**
 * Answers early with 503 what would only wait. A request that waits for news stands aside: it costs nothing meanwhile.
 * So does one that is still sent: slowness must not shut others out.
 */
export function limitOpenRequests(limit = MAX_OPEN) {
  let open = 0;
  return createMiddleware<AppEnv>(async (c, next) => {
    let counted = 0;
    const enter = () => {
      if (open >= limit) {
        throw new ServiceError('overloaded', `Cannot take the request: ${limit} are open already, try again`);
      }
      counted = 1;
      open += counted;
    };
    const leave = () => {
      open -= counted;
      counted = 0;
    };
    c.set('standAside', leave);
    c.set('standAsideFor', async (waiting) => {
      leave();
      const value = await waiting;
      enter();
      return value;
    });
    enter();
    await next().finally(leave);
  });
}
