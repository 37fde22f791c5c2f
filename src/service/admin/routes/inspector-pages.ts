import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { ServiceError } from '../../base/service-error.ts';
import type { AppContext, AppEnv } from '../../http/app-env.ts';
import { preferredEncoding } from '../../pages/content-encoding.ts';
import { staticFiles } from '../../pages/static-files.ts';

/** Its own files and its own API; nothing runs that is written into the page, and nobody may frame it. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const IMMUTABLE = 'public, max-age=31536000, immutable';
const DAY = 'public, max-age=86400';

/** The inspector's page and files, which need no token: they tell nothing, and the page asks for it. */
export function inspectorPages(folder: string): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  routes.get('/', async (c) => {
    const html = await readFile(join(folder, 'index.html'), 'utf8').catch(notBuilt);
    c.header('Content-Security-Policy', PAGE_POLICY);
    return c.html(html);
  });
  routes.get('/assets/:name', answerFiles(join(folder, 'assets'), IMMUTABLE));
  routes.get('/brands/:name', answerFiles(join(folder, 'brands'), DAY));
  return routes;
}

function answerFiles(folder: string, cacheControl: string) {
  const files = staticFiles(folder);
  return async (c: AppContext) => {
    const encoding = preferredEncoding(c.req.header('Accept-Encoding'));
    const file = await files.find(c.req.param('name') ?? '', encoding);
    if (!file) throw new ServiceError('not_found', 'Cannot find this file');
    c.header('Cache-Control', cacheControl);
    c.header('Vary', 'Accept-Encoding');
    if (encoding !== 'identity') c.header('Content-Encoding', encoding);
    c.header('Content-Type', file.type);
    return c.body(file.content);
  };
}

function notBuilt(cause: unknown): never {
  throw new ServiceError(
    'not_found',
    "Cannot show the inspector: found no 'inspector' folder beside the service, expected the one that the build makes",
    { cause },
  );
}
