import { join } from 'node:path';
import { Hono } from 'hono';
import type { AppContext, AppEnv } from '../http/app-env.ts';
import { preferredEncoding } from '../pages/content-encoding.ts';
import { staticFiles } from '../pages/static-files.ts';
import { ServiceError } from '../service-error.ts';

type Served = { readonly folder: string; readonly headers: Readonly<Record<string, string>> };

const IMMUTABLE = { 'Cache-Control': 'public, max-age=31536000, immutable' };
const DAY = { 'Cache-Control': 'public, max-age=86400' };
/** Shops load it from anywhere, as module, with an integrity hash, and in cross-origin isolated pages. */
const FOR_SHOPS = {
  'Cache-Control': 'public, max-age=300',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** The SDK's files and those of the wallet frame, from the build. */
export function pagesRoutes(build: string): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/sdk/:name', answerFiles({ folder: join(build, 'sdk'), headers: FOR_SHOPS }));
  for (const [name, headers] of Object.entries({ assets: IMMUTABLE, locales: IMMUTABLE, brands: DAY })) {
    const folder = join(build, 'wallet', name);
    routes.get(`/wallet/${name}/:name`, answerFiles({ folder, headers }));
  }
  return routes;
}

function answerFiles({ folder, headers }: Served) {
  const files = staticFiles(folder);
  return async (c: AppContext) => {
    const encoding = preferredEncoding(c.req.header('Accept-Encoding'));
    const file = await files.find(c.req.param('name') ?? '', encoding);
    if (!file) throw new ServiceError('not_found', 'Cannot find this file');
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    c.header('ETag', file.etag);
    c.header('Vary', 'Accept-Encoding');
    if (c.req.header('If-None-Match')?.includes(file.etag)) return c.body(null, 304);
    if (encoding !== 'identity') c.header('Content-Encoding', encoding);
    c.header('Content-Type', file.type);
    return c.body(file.content);
  };
}
