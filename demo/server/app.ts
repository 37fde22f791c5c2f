import { Hono } from 'hono';
import { BadRequest, failure } from './answers.ts';
import { callbackRoutes } from './callback-routes.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import type { Config } from './config.ts';
import { orderRoutes } from './order-routes.ts';
import type { Till } from './payments.ts';
import { isUnanswered } from './unanswered.ts';

type Outside = {
  config: Config;
  logFault: (error: unknown) => void;
  webhookSecret: () => string | undefined;
};

/** The shop's backend: `Request` in, `Response` out. */
export function shopApp(till: Till, { config, logFault, webhookSecret }: Outside): Hono {
  const app = new Hono();
  app.onError((error, c) => {
    if (error instanceof BadRequest) {
      return c.json(failure('bad_request', 'That request is not valid.'), 400);
    }
    logFault(error);
    if (isUnanswered(error)) {
      const text = 'The payment service cannot be reached just now. Please try again in a moment.';
      return c.json(failure('service_unreachable', text), 503);
    }
    return c.json(failure('internal_error', 'Something went wrong in the shop.'), 500);
  });
  app.use('/api/*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  app.route('/api', checkoutRoutes(till, config));
  app.route('/api/callbacks', callbackRoutes(till, webhookSecret));
  app.route('/api/orders', orderRoutes(till));
  return app;
}
