import { sql } from 'drizzle-orm';
import { Hono } from 'hono';
import { ServiceError } from '../../base/service-error.ts';
import type { AppEnv } from '../http/app-env.ts';

/** `/healthz`: the process lives. `/readyz`: the store answers too. */
export function healthRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/healthz', (c) => c.json({ status: 'OK' }));
  routes.get('/readyz', async (c) => {
    await c.var.service.db.execute(sql`select 1`).catch(refuse);
    const ahead = c.var.service.machineAheadSeconds();
    return c.json({ status: 'OK', clock_offset_seconds: Math.round(ahead * 1000) / 1000 });
  });
  return routes;
}

/** The cause does not matter: whoever asks wants to know where to send requests. */
function refuse(cause: unknown): never {
  throw new ServiceError('store_unavailable', 'Cannot reach the store: try again', { cause });
}
