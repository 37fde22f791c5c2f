import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import type { AppEnv } from '../../../api/http/app-env.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { answerFiles, DAY, IMMUTABLE } from '../../../site/pages/answer-file.ts';
import { strictPolicy } from '../../../site/pages/strict-policy.ts';

/** Its own files and its own API; no inline script runs, and no page may frame it. */
const PAGE_POLICY = strictPolicy(
  ["script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"],
  ["form-action 'none'", "frame-ancestors 'none'"],
);

/** The inspector's page and files, which need no token: they contain no data, and the page asks for it. */
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

function notBuilt(cause: unknown): never {
  throw new ServiceError(
    'not_found',
    "Cannot show the inspector: found no 'inspector' folder beside the service, expected the one that the build makes",
    { cause },
  );
}
