import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';

/** `/healthz`: the process lives. `/readyz`: the store answers too. */
export function healthRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/healthz', (c) => c.json({ status: 'OK' }));
  routes.get('/readyz', async (c) => {
    await c.var.service.db.execute(sql`select 1`);
    return c.json({ status: 'OK' });
  });
  return routes;
}
