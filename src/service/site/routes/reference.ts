import { guides } from 'virtual:docs-guides';
import { scripts } from 'virtual:docs-scripts';
import { Hono } from 'hono';
import type { AppContext, AppEnv } from '../../api/http/app-env.ts';
import { openApiDocument } from '../../api/openapi/document/document.ts';
import { EXAMPLE_BASE_URL } from '../../api/openapi/examples.ts';
import { OPERATIONS } from '../../api/openapi/operations/all-operations.ts';
import type { Core } from '../../base/runtime/core.ts';
import { apiPage } from '../docs/api/api-page.ts';
import { operationPage } from '../docs/api/operation-page.ts';
import { schemasPage } from '../docs/api/schemas-page.ts';
import { isSendable } from '../docs/api/send-form.ts';
import { PAGE_POLICY, SENDING_POLICY } from '../docs/layout/page.ts';
import { CALLBACK, operationPath } from '../docs/layout/site-map.ts';
import { llmsText } from '../docs/llms-text.ts';
import { errorsPage } from '../docs/pages/errors-page.ts';
import { guidePage } from '../docs/pages/guide-page.ts';
import { overviewPage } from '../docs/pages/overview-page.ts';
import { sandboxCardsPage } from '../docs/pages/sandbox-cards-page.ts';
import { searchEntries } from '../docs/search-entries.ts';

const CACHED = { 'Cache-Control': 'public, max-age=300' };
/** Tools fetch the document from anywhere. */
const JSON_HEADERS = { ...CACHED, 'Access-Control-Allow-Origin': '*', 'Content-Type': 'application/json' };
const SCRIPT_HEADERS = { ...CACHED, 'Content-Type': 'text/javascript; charset=utf-8' };
const MARKDOWN_HEADERS = { ...CACHED, 'Content-Type': 'text/markdown; charset=utf-8' };
const TEXT_HEADERS = { ...CACHED, 'Content-Type': 'text/plain; charset=utf-8' };
const PAGE_HEADERS = {
  ...CACHED,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': PAGE_POLICY,
};
const SENDING_HEADERS = { ...PAGE_HEADERS, 'Content-Security-Policy': SENDING_POLICY };

/** The service's documentation, for machines and for people. */
export function referenceRoutes({ config, dependencies }: Core): Hono<AppEnv> {
  const { baseUrl, exposure } = config;
  const { processor } = dependencies;
  const routes = new Hono<AppEnv>();
  const document = () => openApiDocument(baseUrl);
  const page = (path: string, text: () => string) => routes.get(path, answerOnceMade(text, PAGE_HEADERS));
  routes.get('/', (c) => c.redirect('/docs', 302));
  routes.get(
    '/openapi.json',
    answerOnceMade(() => JSON.stringify(document()), JSON_HEADERS),
  );
  page('/docs', () => overviewPage(document()));
  page('/docs/api', () => apiPage(document()));
  page('/docs/schemas', () => schemasPage(document()));
  page('/docs/errors', errorsPage);
  page('/docs/test-cards', () => sandboxCardsPage(processor.catalogue));
  for (const guide of guides) {
    page(`/docs/${guide.slug}`, () => guidePage(guide, baseUrl));
    const markdown = () => guide.markdown.replaceAll(EXAMPLE_BASE_URL, baseUrl);
    routes.get(`/docs/${guide.slug}.md`, answerOnceMade(markdown, MARKDOWN_HEADERS));
  }
  routes.get(
    '/llms.txt',
    answerOnceMade(() => llmsText(baseUrl), TEXT_HEADERS),
  );
  const isForOneMachine = !exposure.isPublic;
  for (const { id } of [...OPERATIONS, CALLBACK]) {
    const headers = isForOneMachine && isSendable(id) ? SENDING_HEADERS : PAGE_HEADERS;
    const text = () => operationPage(id, { document: document(), isForOneMachine });
    routes.get(operationPath(id), answerOnceMade(text, headers));
  }
  for (const [name, text] of Object.entries(scripts)) {
    routes.get(
      `/docs/assets/${name}`,
      answerOnceMade(() => text, SCRIPT_HEADERS),
    );
  }
  const index = () => `export default ${JSON.stringify(searchEntries(document(), processor.catalogue))};`;
  routes.get('/docs/assets/index.js', answerOnceMade(index, SCRIPT_HEADERS));
  return routes;
}

/** Made on the first request, because nothing may delay the start. */
function answerOnceMade(text: () => string, headers: Record<string, string>) {
  let answer: string | undefined;
  return (c: AppContext) => {
    answer ??= text();
    return c.body(answer, 200, headers);
  };
}
