import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { freePort } from '../../support/stack/free-port.ts';
import { servePages } from '../../support/stack/page-server.ts';

/** The script tag of the README, for the service under test. */
const [tag = ''] =
  /<script\s+src="[^"]*sdk\.js"[^>]*><\/script>/.exec(readFileSync('README.md', 'utf8')) ?? [];
const [, path = ''] = /:4000([^"]+)"/.exec(tag) ?? [];

/** A page of another site with the tag; tells what the browser said and whether the script ran. */
async function visit(page: Page, address: string) {
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  await page.goto(address);
  return { told: told.join('\n'), connect: await page.evaluate<string>('typeof window.sdk?.auth?.connect') };
}

test("S50: the README's script tag loads the script, and not when one byte of it is changed", async ({
  browser,
  page,
  stack,
}) => {
  const port = await freePort();
  const html = `<!doctype html>${tag.replace('http://127.0.0.1:4000', stack.serviceUrl)}`;
  const server = await servePages(port, new Map([['/', html]]));
  const address = `http://localhost:${port}/`;
  expect(await visit(page, address)).toMatchObject({ connect: 'function' });
  const other = await browser.newPage();
  await other.route(stack.serviceUrl + path, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()} ` });
  });
  const changed = await visit(other, address);
  expect(changed.connect).toBe('undefined');
  expect(changed.told).toContain('integrity');
  await other.close();
  server.close();
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
