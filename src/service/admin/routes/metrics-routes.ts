import { Hono } from 'hono';
import type { AppEnv } from '../../http/app-env.ts';

/** For Prometheus. Its labels hold nothing that is secret, but how much a service does is its operator's to know. */
export function metricsRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/metrics', async (c) => {
    c.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    return c.body(await c.var.service.metrics.text());
  });
  return routes;
}
