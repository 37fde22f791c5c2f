import { readFileSync } from 'node:fs';
import { guides } from 'virtual:docs-guides';
import PhpParser from 'php-parser';
import { afterAll, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../contract/errors/errors.ts';
import { openApiDocument } from '../../api/openapi/document/document.ts';
import { OPERATIONS } from '../../api/openapi/operations/all-operations.ts';
import { sandboxDependencies } from '../../main/sandbox-dependencies.ts';
import { openTestClient, refusal } from '../../test-kit/test-client.ts';
import { endpointsOf } from './api/endpoints.ts';
import { CALLBACK, operationPath } from './layout/site-map.ts';
import { phpSample } from './samples/php-sample.ts';
import { sampleRequest } from './samples/sample-request.ts';
import { VERIFY_SAMPLES } from './samples/verify-samples.ts';
import { searchEntries } from './search-entries.ts';

const BASE_URL = 'http://127.0.0.1:4000';
const { catalogue: tests } = sandboxDependencies.processor;
const client = await openTestClient();
const publicClient = await openTestClient('https://wallet.example');
afterAll(() => Promise.all([client.close(), publicClient.close()]));

const document = openApiDocument(BASE_URL);
const ids = [...OPERATIONS, CALLBACK].map(({ id }) => id);
const PATHS = [
  '/docs',
  '/docs/api',
  '/docs/schemas',
  '/docs/errors',
  '/docs/test-cards',
  ...guides.map(({ slug }) => `/docs/${slug}`),
  ...ids.map(operationPath),
];
const get = async (path: string) => (await client.app.request(path)).text();
const pages = new Map(await Promise.all(PATHS.map(async (path) => [path, await get(path)] as const)));
const pageAt = (path: string) => pages.get(path) ?? '';

const POLICY =
  /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'(; connect-src 'self')?(; report-uri \S+; report-to policy)?$/;

/** Whether a link leads to a page, and to a place on it. */
function leadsSomewhere(href: string, from: string): boolean {
  if (/^https?:|^\/openapi\.json$/.test(href)) return true;
  const [page = '', id] = href.split('#');
  const text = pages.get(page || from);
  return text !== undefined && (id === undefined || text.includes(` id="${id}"`));
}

test('the address of the service leads to its documentation', async () => {
  const answer = await client.app.request('/');
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/docs']);
});

test.each(PATHS)(
  '%s runs the script of the service alone, and all its links lead somewhere',
  async (path) => {
    const answer = await client.app.request(path);
    const text = pageAt(path);
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('Content-Security-Policy')).toMatch(POLICY);
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/docs/assets/docs.js">']);
    expect(text).not.toMatch(/<link|<img|<[^>]*\s(on\w+|style)=|(?<!\| )undefined<|\[object/);
    const links = Array.from(text.matchAll(/href="([^"]*)"/g), ([, href = '']) => href);
    expect(links.filter((href) => !leadsSomewhere(href, path))).toEqual([]);
  },
);

test.each(PATHS)('%s has each anchor once', (path) => {
  const anchors = Array.from(pageAt(path).matchAll(/ id="([^"]+)"/g), ([, id]) => id);
  expect(anchors.filter((id, place) => anchors.indexOf(id) !== place)).toEqual([]);
});

test('/docs keeps the anchors that others have linked to', () => {
  const kept = [...ids, ...Object.keys(document.components.schemas).map((name) => `schema-${name}`)];
  for (const id of [...kept, 'methods', 'headers', 'limits', 'schemas', 'report-a-hole'])
    expect(pageAt('/docs')).toContain(` id="${id}"`);
});

test('/docs/errors shows every code at the anchor that error answers name', () => {
  for (const code of ERROR_CODES) expect(pageAt('/docs/errors')).toContain(`<tr id="${code}">`);
});

test('/docs/api says what each method needs', () => {
  const cells = pageAt('/docs/api').match(/<code>VOID<\/code><\/th>\s*((?:<td[^>]*>[^<]*<\/td>)+)/)?.[1];
  expect(cells?.match(/[^<>]+(?=<\/td>)/g)).toEqual([
    'optional, the payment&#39;s own',
    'required',
    ...Array(3).fill('optional, the payment&#39;s own'),
  ]);
});

test('an operation leads from each code to what it means, one word or more', () => {
  for (const code of ['overloaded', 'parameter_missing'])
    expect(pageAt('/docs/api/bill')).toContain(`<a href="/docs/errors#${code}"><code>${code}</code></a>`);
});

test('/docs/api/callback leads to the guide, verifies as it does, and names answers in their order', () => {
  const page = pageAt('/docs/api/callback');
  expect(page).toContain('<a href="/docs/callbacks">');
  expect(page).toContain('<a href="https://www.standardwebhooks.com">');
  expect(page.match(/id="answer-\w+"/g)).toEqual(
    ['2XX', '410', 'default'].map((one) => `id="answer-${one}"`),
  );
  const guide = readFileSync('docs/callbacks.md', 'utf8');
  for (const { code } of VERIFY_SAMPLES) expect(guide).toContain(code.replace(/^import base64.*\n\n\n/, ''));
});

test('/docs/schemas shows neither an empty example nor the pattern of a UUID', () => {
  expect(pageAt('/docs/schemas')).not.toContain('<code></code>');
  expect(pageAt('/docs/schemas')).not.toContain('[0-9a-fA-F]{8}');
  expect(pageAt('/docs/schemas')).toContain('A UUID.');
});

test('guides show this service in their samples', async () => {
  const text = await (await publicClient.app.request('/docs/integrate')).text();
  expect(text).toContain('https://wallet.example');
  expect(text).not.toContain(BASE_URL);
});

test('the samples in PHP are PHP', () => {
  const parser = new PhpParser.Engine({ parser: { version: '8.3' } });
  for (const { path, method, operation } of endpointsOf(document).values()) {
    const request = sampleRequest(operation, { method, path, baseUrl: BASE_URL });
    expect(() => parser.parseCode(phpSample(request), `${operation.operationId}.php`)).not.toThrow();
  }
  expect(() => parser.parseCode("<?php echo ['a' => ;", 'broken.php')).toThrow();
});

test('a search finds only what is there', async () => {
  const entries = searchEntries(document, tests);
  expect(entries.filter(({ href }) => !leadsSomewhere(href, '/docs'))).toEqual([]);
  expect(new Set(entries.map(({ href }) => href)).size).toBe(entries.length);
  expect(await get('/docs/assets/index.js')).toBe(`export default ${JSON.stringify(entries)};`);
});

test('/docs/test-cards shows every card, and what every switch takes, as refusals say it', () => {
  const page = pageAt('/docs/test-cards');
  const { approvedCards, declinedCards, threeDsCards, switches } = tests;
  const numbers = [...approvedCards, ...Object.keys(declinedCards), ...Object.keys(threeDsCards)];
  for (const number of numbers) expect(page).toContain(number);
  for (const [name, { values }] of Object.entries(switches)) {
    expect(page).toContain(name);
    expect(page).toContain(values);
  }
});

const form = { externalID: 'user-1042' };
const FROM_DOCS = { Host: '127.0.0.1:4000', Origin: BASE_URL, 'Sec-Fetch-Site': 'same-origin' };
const DEMO = { secretKey: 'sk_sandbox_demo' };
const ask = (headers: Record<string, string>, values: Record<string, string> = form, at = client) =>
  at.post('/users/api/v1/refresh_token', values, headers);

test('Send reaches the service from its own pages', async () => {
  expect((await ask({ ...FROM_DOCS, ...DEMO })).status).toBe(200);
});

test.each<[string, Record<string, string>]>([
  ['a page of another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
  ['another port of this machine', { Origin: 'http://127.0.0.1:3000', 'Sec-Fetch-Site': 'same-site' }],
  ['a page that only says so', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }],
  ['a page without an origin', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }],
  ['a browser that does not say from where', { 'Sec-Fetch-Site': '' }],
  ['an own page with a key that is no demo', { secretKey: 'sk_sandbox_abcdefgh_real' }],
])('S58: the demo key is refused from %s', async (_from, change) => {
  expect(await refusal(ask({ ...FROM_DOCS, ...DEMO, ...change }))).toEqual([403, 'secret_key_in_browser']);
});

test('S58: a key in a form is refused from every page', async () => {
  expect(await refusal(ask(FROM_DOCS, { ...form, ...DEMO }))).toEqual([403, 'secret_key_in_browser']);
  const both = ask({ ...FROM_DOCS, ...DEMO }, { ...form, secretKey: 'sk_sandbox_other' });
  expect(await refusal(both)).toEqual([403, 'secret_key_in_browser']);
});

test('S58: a service that others reach offers no Send, and refuses it', async () => {
  const page = await publicClient.app.request('/docs/api/bill');
  expect(await page.text()).not.toMatch(/<form|data-key/);
  expect(page.headers.get('Content-Security-Policy')).not.toContain('connect-src');
  const own = {
    ...DEMO,
    Host: 'wallet.example',
    Origin: 'https://wallet.example',
    'Sec-Fetch-Site': 'same-origin',
  };
  expect(await refusal(ask(own, form, publicClient))).toEqual([403, 'secret_key_in_browser']);
});

test('every guide is there as Markdown, with its samples whole and links that lead somewhere', async () => {
  for (const { slug, title } of guides) {
    const answer = await publicClient.app.request(`/docs/${slug}.md`);
    expect(answer.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8');
    const text = await answer.text();
    expect(text.startsWith(`# ${title}\n`)).toBe(true);
    expect(text).not.toContain('http://127.0.0.1:4000');
    for (const [, path = ''] of text.matchAll(/\]\((\/docs[^)#]*)/g))
      expect([path, (await client.app.request(path)).status]).toEqual([path, 200]);
  }
  const [sample] = /^```jsx\n.*?^```/ms.exec(readFileSync('docs/integrate.md', 'utf8')) ?? [];
  expect(await get('/docs/integrate.md')).toContain(sample);
});

test('/llms.txt names every guide and the API by addresses of this service that answer', async () => {
  const answer = await publicClient.app.request('/llms.txt');
  expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  const text = await answer.text();
  const addresses = Array.from(text.matchAll(/\]\((\S+)\)/g), ([, address = '']) => address);
  expect(addresses).toHaveLength(guides.length + 1);
  for (const address of addresses) {
    expect(address).toMatch(/^https:\/\/wallet\.example\//);
    expect((await client.app.request(new URL(address).pathname)).status).toBe(200);
  }
});
