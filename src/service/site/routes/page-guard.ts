import { Hono } from 'hono';
import type { AppEnv } from '../../api/http/app-env.ts';
import { readBody, withoutSlot } from '../../api/http/form-body.ts';
import type { PageReports } from '../page-guard/page-reports.ts';

/**
 * Takes reports of guarded pages. Any client can send one, so the answer is always the same, and no secret is needed: the key is
 * that of the page.
 */
export function pageGuardRoutes(reports: PageReports): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.post('/page-guard/reports', async (c) => {
    const body = await withoutSlot(c, readBody(c));
    reports.take(parse(body), c.req.header('Origin'));
    // The shop's page asks, and reads nothing.
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return c.body(null, 204);
  });
  return routes;
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}
