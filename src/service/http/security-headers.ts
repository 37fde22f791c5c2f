import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './app-env.ts';

const denyAll = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The strictest answer wherever a route has not said otherwise. */
const defaults = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': denyAll,
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { headers } = c.res;
  for (const [name, value] of Object.entries(defaults)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  if (c.var.service.baseUrl.startsWith('https:')) {
    headers.set('Strict-Transport-Security', 'max-age=31536000');
  }
  if (headers.get('Content-Type') === 'application/json') {
    headers.set('Content-Type', 'application/json; charset=utf-8');
  }
});
