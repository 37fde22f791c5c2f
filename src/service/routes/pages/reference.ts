import { Hono } from 'hono';
import type { ServiceContext } from '../../context/context.ts';
import { errorsPage } from '../../docs/errors-page.ts';
import { PAGE_POLICY } from '../../docs/page.ts';
import { referencePage } from '../../docs/reference-page.ts';
import { testCardsPage } from '../../docs/test-cards-page.ts';
import type { AppContext, AppEnv } from '../../http/app-env.ts';
import { openApiDocument } from '../../openapi/document/document.ts';

const CACHED = { 'Cache-Control': 'public, max-age=300' };
/** Tools fetch the document from anywhere. */
const JSON_HEADERS = { ...CACHED, 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/json' };
const PAGE_HEADERS = {
  ...CACHED,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': PAGE_POLICY,
};

type Offered = Pick<ServiceContext, 'baseUrl' | 'processor'>;

/** The service's reference, for machines and for people. */
export function referenceRoutes({ baseUrl, processor }: Offered): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  const document = () => openApiDocument(baseUrl);
  routes.get(
    '/openapi.json',
    made(() => JSON.stringify(document()), JSON_HEADERS),
  );
  routes.get(
    '/docs',
    made(() => referencePage(document()), PAGE_HEADERS),
  );
  routes.get('/docs/errors', made(errorsPage, PAGE_HEADERS));
  routes.get(
    '/docs/test-cards',
    made(() => testCardsPage(processor.tests), PAGE_HEADERS),
  );
  return routes;
}

/** Made when first asked for, because nothing may hold up the start. */
function made(text: () => string, headers: Record<string, string>) {
  let answer: string | undefined;
  return (c: AppContext) => {
    answer ??= text();
    return c.body(answer, 200, headers);
  };
}
