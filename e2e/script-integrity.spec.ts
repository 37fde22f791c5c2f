import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from './stack-test.ts';

/** The script tag of the README, for the service under test. */
const [tag = ''] =
  /<script\s+src="[^"]*sdk\.js"[^>]*><\/script>/.exec(readFileSync('README.md', 'utf8')) ?? [];
const [, path = ''] = /:4000([^"]+)"/.exec(tag) ?? [];

async function openShop(page: Page, serviceUrl: string) {
  const html = `<!doctype html>${tag.replace('http://127.0.0.1:4000', serviceUrl)}`;
  await page.route('http://localhost:9/', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await page.goto('http://localhost:9/');
}

const loaded = (page: Page) => page.evaluate<string>('typeof window.sdk?.auth?.connect');

test("S50: the README's script tag loads the script, and not when one byte of it is changed", async ({
  page,
  stack,
}) => {
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  await openShop(page, stack.serviceUrl);
  expect(await loaded(page)).toBe('function');
  await page.route(stack.serviceUrl + path, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()} ` });
  });
  await page.reload();
  expect(await loaded(page)).toBe('undefined');
  expect(told.join('\n')).toMatch(/integrity/);
});

test('S50: a script that was served once is served for ever under its digest, and nothing else is', async ({
  request,
  stack,
}) => {
  const answer = await request.get(stack.serviceUrl + path);
  expect(answer.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(await answer.text()).toBe(readFileSync('dist/sdk/sdk.js', 'utf8'));
  const other = path.replace(/\/sdk\/./, (start) => (start.endsWith('0') ? '/sdk/1' : '/sdk/0'));
  expect((await request.get(stack.serviceUrl + other)).status()).toBe(404);
});
