import { Hono } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { openApiDocument } from '../openapi/document.ts';

/** Tools fetch it from anywhere. */
const headers = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'public, max-age=300' };

/** What this service offers, for machines and for people. */
export function referenceRoutes(baseUrl: string): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  let document: string | undefined;
  routes.get('/openapi.json', (c) => {
    // Not at the start, which nothing may hold up.
    document ??= JSON.stringify(openApiDocument(baseUrl));
    return c.body(document, 200, { ...headers, 'Content-Type': 'application/json' });
  });
  return routes;
}
