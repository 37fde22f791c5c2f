import { Hono } from 'hono';
import type { AppEnv } from '../../../api/http/app-env.ts';

/** Metrics for Prometheus. The labels hold no secret, but only the operator should know how busy the service is. */
export function metricsRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/metrics', async (c) => {
    c.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8');
    return c.body(await c.var.service.metrics.text());
  });
  return routes;
}
