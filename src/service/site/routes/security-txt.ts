import { Hono } from 'hono';
import type { AppEnv } from '../../api/http/app-env.ts';

const DAY_MS = 86_400_000;
const GOOD_FOR_DAYS = 90;

/** Where to report a vulnerability, as RFC 9116 defines it. It always expires three months ahead. */
export function securityTxtRoutes(contact: string | undefined): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/.well-known/security.txt', (c) => {
    const {
      clock,
      config: { baseUrl },
    } = c.get('service');
    const today = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS;
    const lines = [
      `Contact: ${contact ?? `${baseUrl}/docs#report-a-hole`}`,
      `Expires: ${new Date(today + GOOD_FOR_DAYS * DAY_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${baseUrl}/.well-known/security.txt`,
    ];
    c.header('Cache-Control', 'public, max-age=86400');
    c.header('Content-Type', 'text/plain; charset=utf-8');
    return c.body(`${lines.join('\n')}\n`);
  });
  return routes;
}
