import { Hono } from 'hono';
import type { AdminContext } from '../../context/context.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { paymentRoutes } from '../payments/payment-routes.ts';
import { callbackDetailRoutes } from './callback-detail-routes.ts';
import { requestRoutes } from './request-routes.ts';
import { serviceRoutes } from './service-routes.ts';
import { sessionListRoutes } from './session-routes.ts';

/** What the inspector's pages ask for beside what commands do. */
export function inspectRoutes(context: AdminContext): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.route('/', paymentRoutes(context));
  routes.route('/', callbackDetailRoutes(context));
  routes.route('/', sessionListRoutes(context));
  routes.route('/', requestRoutes(context));
  routes.route('/', serviceRoutes(context));
  return routes;
}
