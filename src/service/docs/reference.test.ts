import { afterAll, expect, test } from 'vitest';
import { ERROR_CODES } from '../../contract/errors/errors.ts';
import { openApiDocument } from '../openapi/document/document.ts';
import { OPERATIONS } from '../openapi/operations/all-operations.ts';
import { serviceParts } from '../service-parts.ts';
import { openTestClient } from '../testing/test-client.ts';

const { tests } = serviceParts.processor;
const client = await openTestClient();
afterAll(client.close);

const PATHS = ['/docs', '/docs/errors', '/docs/test-cards'];
const get = async (path: string) => (await client.app.request(path)).text();

test.each(PATHS)('%s is a page that runs and loads nothing', async (path) => {
  const answer = await client.app.request(path);
  const text = await answer.text();
  expect(answer.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('Content-Security-Policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+';/,
  );
  expect(text).not.toMatch(/<script|<link|<img|\son\w+=|\sstyle=|undefined|\[object/);
});

test.each(PATHS)('%s links only to what is there', async (path) => {
  const pages = Object.fromEntries(
    await Promise.all(PATHS.map(async (one) => [one, await get(one)] as const)),
  );
  const links = Array.from((pages[path] ?? '').matchAll(/href="([^"]*)"/g), ([, href = '']) => href);
  const broken = links.filter((href) => {
    const [page = '', id] = href.split('#');
    const text = pages[page || path];
    return (
      page !== '/openapi.json' && (text === undefined || (id !== undefined && !text.includes(` id="${id}"`)))
    );
  });
  expect(broken).toEqual([]);
});

test('/docs shows every operation and schema, /docs/errors every code', async () => {
  const reference = await get('/docs');
  for (const { id } of OPERATIONS) expect(reference).toContain(`<article id="${id}">`);
  const { schemas } = openApiDocument('http://127.0.0.1:4000').components;
  for (const name of Object.keys(schemas)) expect(reference).toContain(`id="schema-${name}"`);
  const errors = await get('/docs/errors');
  for (const code of ERROR_CODES) expect(errors).toContain(`<tr id="${code}">`);
});

test('/docs says what each method needs', async () => {
  const cells = (await get('/docs')).match(/<code>VOID<\/code><\/th>\s*((?:<td>[^<]*<\/td>)+)/)?.[1];
  expect(cells?.match(/[^<>]+(?=<\/td>)/g)).toEqual([
    "optional, the payment's own",
    'required',
    ...Array(3).fill("optional, the payment's own"),
  ]);
});

test('/docs has requests to paste: the demo key, values quoted, path parameters filled in', async () => {
  const reference = await get('/docs');
  const billing = `curl http://127.0.0.1:4000/wallet/api/v1/billing \\\n  -H 'secretKey: sk_sandbox_demo' \\\n  -d method=SALE`;
  expect(reference).toContain(billing);
  expect(reference).toContain(`--data-urlencode 'custom={&quot;tier&quot;:&quot;gold&quot;}'`);
  expect(reference).toContain('/wallet/api/v1/transactions/order-77-1 \\\n');
  expect(reference).toContain(`/wallet/api/v1/token \\\n  -H 'Origin: http://localhost:3000'`);
  expect(reference).toContain('curl -X POST http://127.0.0.1:4000/wallet/api/v1/methods/41/remove');
});

test('/docs leads from each code to what it means, one word or more', async () => {
  const reference = await get('/docs');
  for (const code of ['overloaded', 'parameter_missing']) {
    expect(reference).toContain(`<a href="/docs/errors#${code}"><code>${code}</code></a>`);
  }
});

test('/docs/test-cards shows what every switch takes, as refusals say it', async () => {
  const page = await get('/docs/test-cards');
  for (const [name, { values }] of Object.entries(tests.switches)) {
    expect(page).toContain(name);
    expect(page).toContain(values);
  }
  expect(page).toContain('dup:n with n from 0 to 10, or late:seconds with 0 to 86400');
});

test('/docs/test-cards shows every card', async () => {
  const page = await get('/docs/test-cards');
  const { approvedCards, declinedCards, threeDsCards } = tests;
  const numbers = [...approvedCards, ...Object.keys(declinedCards), ...Object.keys(threeDsCards)];
  for (const number of numbers) expect(page).toContain(number);
});
