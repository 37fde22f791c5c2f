import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { test } from '../fixtures/three-ds-test.ts';
import { ChallengeBox } from '../pages/challenge-box.ts';
import { openSheet } from '../pages/provider-sheet.ts';
import { GOOD_CARD, WalletFrame } from '../pages/wallet-frame.ts';
import { freePort } from '../stack/free-port.ts';
import { valueAt } from '../stack/service-client.ts';
import { SECRET_KEY } from '../stack/stack.ts';

const [, section = ''] = readFileSync('README.md', 'utf8').split('## Integrate');
const block = (mark: string) =>
  Array.from(section.matchAll(/```\w+\n(.*?)```/gs), ([, code = '']) => code).find((code) =>
    code.includes(mark),
  ) ?? '';

type Sites = { readonly serviceUrl: string };

/** Its page, to which `more` is added, and its backend, which bills SALE_3DS; `act` gets the page's address. */
async function withReadme(
  { serviceUrl, more = '' }: Sites & { readonly more?: string },
  act: (address: string) => Promise<void>,
) {
  const here = (code: string) =>
    code
      .replaceAll('http://127.0.0.1:4000', serviceUrl)
      .replaceAll('48.50', '10.00')
      .replaceAll('EUR', 'GBP')
      .replace("'SALE'", "'SALE_3DS'");
  const html = here(block('<script type="module">')).replace(
    "view: 'CHECKOUT'",
    "view: 'CHECKOUT', express: ['googlepay']",
  );
  const end = html.lastIndexOf('</script>');
  const shop = `<!doctype html>${html.slice(0, end)}${more}${html.slice(end)}`;
  const port = await freePort();
  mkdirSync('.cache', { recursive: true });
  const file = `.cache/backend-${port}.mjs`;
  writeFileSync(
    file,
    `process.env.SECRET_KEY = '${SECRET_KEY}';\n${here(block('async function pay('))}\nexport { pay, session, verify };\n`,
  );
  const backend = await import(pathToFileURL(file).href);
  const order = { id: 'order-1', attemptId: crypto.randomUUID(), amount: '10.00' };
  const routes: Record<string, (body: unknown) => unknown> = {
    '/api/session': () => backend.session(),
    '/api/orders': (body) => backend.pay(order, body),
    '/api/verify': (body) => backend.verify(order, valueAt(body, 'transaction_id')),
  };
  const server = createServer(async (request, response) => {
    const route = routes[request.url ?? ''];
    response.setHeader('Content-Type', route ? 'application/json' : 'text/html; charset=utf-8');
    response.end(route ? JSON.stringify(await route(JSON.parse(await text(request)))) : shop);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  try {
    await act(`http://localhost:${port}/`);
  } finally {
    server.close();
    rmSync(file);
  }
}

test("the README's page and backend take a payment that the bank asks about", async ({ page, sites }) => {
  await withReadme({ serviceUrl: sites.serviceUrl, more: block("post('/api/verify'") }, async (address) => {
    await page.goto(address);
    await new WalletFrame(page).type(GOOD_CARD);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await new ChallengeBox(page).answer('1234');
    await expect(page.getByRole('alert')).toHaveText('Order paid');
  });
});

test("the README's answer to an express button opens the provider in that click", async ({ page, sites }) => {
  await withReadme({ serviceUrl: sites.serviceUrl, more: block("on('expressPay'") }, async (address) => {
    await page.goto(address);
    const button = new WalletFrame(page).button('Google Pay');
    const sheet = await openSheet(page, () => button.click());
    expect(await sheet.amount.textContent()).toContain('10.00');
  });
});
