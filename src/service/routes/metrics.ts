import { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';

/** For Prometheus, on the service's own port: its labels hold nothing that is secret. */
export function metricsRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/metrics', async (c) => {
    c.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    return c.body(await c.var.service.metrics.text());
  });
  return routes;
}
