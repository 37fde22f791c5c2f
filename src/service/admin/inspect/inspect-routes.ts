import { Hono } from 'hono';
import type { AdminContext } from '../../context/context.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { requestRoutes } from './request-routes.ts';

/** What the inspector's pages ask for beside what commands do. */
export function inspectRoutes(context: AdminContext): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.route('/', requestRoutes(context));
  return routes;
}
