import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { BadRequest, failure } from './answers.ts';
import { callbackRoutes } from './callback-routes.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import type { Config } from './config.ts';
import { drawerRoutes } from './drawer-routes.ts';
import { detectLanguage } from './language.ts';
import { orderRoutes } from './order-routes.ts';
import type { Shop } from './shop.ts';
import { isUnanswered } from './unanswered.ts';

type Options = {
  config: Config;
  logFault: (error: unknown) => void;
};

/** In bytes: no callback is larger, and a page sends far less. */
const LARGEST_BODY = 64 * 1024;

/** The shop's backend. */
export function shopApp(shop: Shop, { config, logFault }: Options): Hono {
  const app = new Hono();
  app.onError((error, c) => {
    if (error instanceof BadRequest) return c.json(failure(c, 'bad_request'), error.status);
    logFault(error);
    return isUnanswered(error)
      ? c.json(failure(c, 'service_unreachable'), 503)
      : c.json(failure(c, 'internal_error'), 500);
  });
  app.use(detectLanguage);
  const onError = (c: Context) => c.json(failure(c, 'bad_request'), 413);
  app.use('/api/*', bodyLimit({ maxSize: LARGEST_BODY, onError }));
  app.use('/api/*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  app.route('/api', checkoutRoutes(shop, config));
  app.route('/api/callbacks', callbackRoutes(shop, config.webhookSecret));
  app.route('/api/orders', orderRoutes(shop));
  const { inspectorUrl, inspectorToken } = config;
  if (inspectorUrl && inspectorToken)
    app.route('/api/drawer', drawerRoutes({ inspectorUrl, inspectorToken, merchantId: config.merchantId }));
  return app;
}
