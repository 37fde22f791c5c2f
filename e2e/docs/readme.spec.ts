import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { payAtProvider } from 'embeddable-wallet/testing';
import { commandsOf, printed } from '../fixtures/printed.ts';
import { test as base } from '../fixtures/three-ds-test.ts';
import { ChallengeBox } from '../pages/challenge-box.ts';
import { openSheet, slow } from '../pages/provider-sheet.ts';
import { GOOD_CARD, type ProviderName, WalletFrame } from '../pages/wallet-frame.ts';
import { askAdmin } from '../stack/admin-client.ts';
import { freePort } from '../stack/free-port.ts';
import { startProxy } from '../stack/http-proxy.ts';
import type { Stack } from '../stack/stack.ts';

/** The README's shop as printed, beside another service and on another port: installed, started, and paid in. */

const PAID = 'Order paid. Thank you.';
const CHECKING = 'We are checking your payment. Please do not pay again.';
const NOT_CHARGED = 'Nothing was charged. Try again, or pay another way.';

const [install = '', start = ''] = commandsOf(printed('README.md', { mark: 'npm pack' }));

type Folder = { readonly path: string; run(port: number): ChildProcess };

const test = base.extend<{ address: string }, { folder: Folder }>({
  folder: [
    async ({ sites: { serviceUrl } }, use) => {
      const path = mkdtempSync(join(tmpdir(), 'readme-shop-'));
      const env = { ...process.env, npm_config_offline: 'true' };
      execFileSync('sh', ['-c', install.replace('../wallet', process.cwd())], {
        cwd: path,
        env,
        stdio: 'pipe',
      });
      writeFileSync(join(path, 'page.html'), printed('README.md', { mark: '<!doctype html>', serviceUrl }));
      const shop = printed('README.md', { mark: 'createServer', serviceUrl });
      const [program = '', file = ''] = start.split(' ');
      const run = (port: number) => {
        writeFileSync(join(path, file), shop.replace('5050', String(port)));
        return spawn(program, [file], { cwd: path, stdio: ['ignore', 'ignore', 'inherit'] });
      };
      await use({ path, run });
      rmSync(path, { recursive: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // A shop of its own for each test: its one order is paid once.
  address: async ({ folder }, use) => {
    const port = await freePort();
    const child = folder.run(port);
    const address = `http://localhost:${port}/`;
    const answers = () =>
      fetch(address).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(answers, slow).toBe(200);
    await use(address);
    child.kill();
  },
});
test.setTimeout(120_000);

/** The page once its wallet is at rest. */
async function open(page: Page, address: string) {
  await page.goto(address);
  const wallet = new WalletFrame(page);
  await wallet.settled.waitFor({ state: 'attached' });
  const pay = page.getByRole('button', { name: 'Pay £10.00' });
  const told = page.getByRole('status');
  /** Chooses a provider's method; done once the page has heard of it. */
  const choose = async (name: ProviderName) => {
    const heard = page.evaluate(
      (wanted) =>
        new Promise<void>((resolve) => {
          addEventListener('sdk:checkoutReady', (event) => {
            if (JSON.stringify(Reflect.get(event, 'detail')).includes(wanted)) resolve();
          });
        }),
      name,
    );
    await wallet.method(name).check();
    await heard;
  };
  return { wallet, pay, told, choose };
}

test("the README's shop takes a card that the bank asks about, once", async ({ page, address }) => {
  const { wallet, pay, told } = await open(page, address);
  await wallet.type(GOOD_CARD);
  await pay.click();
  const box = new ChallengeBox(page);
  await expect(told).toContainText('Your bank is asking you.');
  await box.answer('1234');
  await expect(told).toHaveText(PAID);
  await expect(pay).toHaveCount(0);
  const again = await page.evaluate(async () => {
    const answer = await fetch('/pay', { method: 'POST', body: '{}' });
    return answer.json();
  });
  expect(again).toEqual({ status: 'SUCCESS' });
});

test("the README's shop tells a shopper's words of what fails, and the wallet the rest", {
  tag: '@prove',
}, async ({ page, address }) => {
  const { wallet, pay, told, choose } = await open(page, address);
  await pay.click();
  await expect(wallet.cardNumber).toHaveAttribute('aria-invalid', 'true');
  await expect(told).toBeEmpty();
  await wallet.type({ ...GOOD_CARD, number: '4000 0000 0000 9995' });
  await pay.click();
  await new ChallengeBox(page).answer('1234');
  await expect(told).toHaveText(NOT_CHARGED);
  await choose('PayPal');
  await page.evaluate(() => {
    window.open = () => null;
  });
  await pay.click();
  await expect(told).toHaveText('Your browser blocked a window. Allow it and press Pay again.');
});

for (const [name, lane] of [
  ['PayPal', {}],
  ['Amazon Pay', { tag: '@prove' }],
] as const) {
  test(`the README's shop takes ${name}`, lane, async ({ page, address }) => {
    const { pay, told, choose } = await open(page, address);
    await choose(name);
    await payAtProvider(page, () => pay.click());
    await expect(told).toHaveText(PAID, slow);
  });
}

test("the README's shop takes Google Pay by its express button", { tag: '@prove' }, async ({
  page,
  address,
}) => {
  const { wallet, told } = await open(page, address);
  const sheet = await openSheet(page, () => wallet.button('Google Pay').click());
  expect(await sheet.amount.textContent()).toContain('10.00');
  await sheet.agree.click();
  // The bank asks about what a provider holds, too.
  await new ChallengeBox(page).answer('1234');
  await expect(told).toHaveText(PAID, slow);
});

test("the README's shop says that nothing was charged where the shopper cancels at the bank or is refused at the provider", {
  tag: '@prove',
}, async ({ page, address }) => {
  const { wallet, pay, told, choose } = await open(page, address);
  await wallet.type(GOOD_CARD);
  await pay.click();
  await new ChallengeBox(page).cancel.click();
  await expect(told).toHaveText(NOT_CHARGED, slow);
  await choose('PayPal');
  const sheet = await openSheet(page, () => pay.click());
  await sheet.answer('refuse');
  await expect(told).toHaveText(NOT_CHARGED, slow);
});

test("the README's shop believes the lookup alone", { tag: '@prove' }, async ({ page, address }) => {
  await page.goto(`${address}?status=SUCCESS&transaction_id=none`);
  await expect(page.getByRole('status')).toHaveText(CHECKING);
});

test("the README's shop begins no second payment while the bank asks about the first", {
  tag: '@prove',
}, async ({ page, context, address }) => {
  const first = await open(page, address);
  await first.wallet.type(GOOD_CARD);
  await first.pay.click();
  const box = new ChallengeBox(page);
  await expect(box.code).toBeVisible(slow);
  const other = await context.newPage();
  const second = await open(other, address);
  await second.wallet.type(GOOD_CARD);
  await second.pay.click();
  await expect(second.told).toContainText('Your bank is asking you.');
  await box.answer('1234');
  await expect(first.told).toHaveText(PAID);
});

for (const lost of ['request', 'answer'] as const) {
  test(`the README's shop pays once where the first billing's ${lost} was lost`, { tag: '@prove' }, async ({
    page,
    folder,
    sites,
  }) => {
    const [port, proxyPort] = [await freePort(), await freePort()];
    let isLossy = false;
    const proxy = await startProxy({
      port: Number(proxyPort),
      target: Number(new URL(sites.serviceUrl).port),
      admits: () => !(isLossy && lost === 'request'),
      carry: (from, to) => (isLossy ? to.destroy() : from.pipe(to)),
    });
    const serviceUrl = `http://127.0.0.1:${proxyPort}`;
    const text = printed('README.md', { mark: 'createServer', serviceUrl });
    writeFileSync(join(folder.path, 'lossy.mjs'), text.replace('5050', String(port)));
    const stdio = ['ignore', 'ignore', 'inherit'] as const;
    const child = spawn(process.execPath, ['lossy.mjs'], { cwd: folder.path, stdio: [...stdio] });
    const address = `http://localhost:${port}/`;
    const isThere = () =>
      fetch(address).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isThere, slow).toBe(true);
    const before = await transactionsOfOrder(sites);
    const { wallet, pay, told } = await open(page, address);
    await wallet.type(GOOD_CARD);
    isLossy = true;
    await pay.click();
    await expect(told).toHaveText(CHECKING, slow);
    await expect(pay).toBeDisabled();
    isLossy = false;
    await expect(told).toContainText('Your bank is asking you.', slow);
    await new ChallengeBox(page).answer('1234');
    await expect(told).toHaveText(PAID);
    expect(await transactionsOfOrder(sites)).toBe(before + 1);
    child.kill();
    proxy.close();
  });
}

test("the README's shop with the callbacks of docs/callbacks.md knows of a payment whose page is closed", {
  tag: '@prove',
}, async ({ page, context, folder, sites }) => {
  const port = await freePort();
  const text = withCallbacks(printed('README.md', { mark: 'createServer', serviceUrl: sites.serviceUrl }));
  writeFileSync(join(folder.path, 'told.mjs'), text.replaceAll('5050', String(port)));
  const env = { ...process.env, WEBHOOK_SECRET: sites.webhookSecret };
  const stdio = ['ignore', 'ignore', 'inherit'] as const;
  const child = spawn(process.execPath, ['told.mjs'], { cwd: folder.path, env, stdio: [...stdio] });
  const address = `http://localhost:${port}/`;
  const isPaid = () =>
    fetch(`${address}lookup`, { method: 'POST', body: '{"transaction_id":"none"}' }).then(
      async (answer) => (await answer.json()).status,
      () => 'not there',
    );
  await expect.poll(isPaid, slow).toBe('UNKNOWN');
  await page.route('**/lookup', (route) => route.abort());
  const { wallet, pay } = await open(page, address);
  await wallet.type(GOOD_CARD);
  await pay.click();
  await new ChallengeBox(page).answer('1234');
  await expect.poll(isPaid, slow).toBe('SUCCESS');
  await context.close();
  child.kill();
});

test("the README's shop with the button of docs/integrate.md ends a challenge that nobody answers, and takes the next", {
  tag: '@prove',
}, async ({ page, browser, folder, sites }) => {
  const port = await freePort();
  const path = join(folder.path, 'over');
  mkdirSync(path);
  const [route = '', check = '', button = ''] = ["routes['/give-up']", 'if (givenUp.has', 'Start over'].map(
    (mark) => printed('docs/integrate.md', { mark }),
  );
  const shop = printed('README.md', { mark: 'createServer', serviceUrl: sites.serviceUrl })
    .replace(/^async function outcome.*\n/m, (line) => line + check)
    .replace(/^createServer\(/m, (line) => `${route}\n${line}`)
    .replaceAll('5050', String(port));
  writeFileSync(join(path, 'shop.mjs'), shop);
  const document = printed('README.md', { mark: '<!doctype html>', serviceUrl: sites.serviceUrl });
  writeFileSync(
    join(path, 'page.html'),
    document.replace(/<\/script>\s*$/, (end) => `${button}${end}`),
  );
  const child = spawn(process.execPath, ['shop.mjs'], { cwd: path, stdio: ['ignore', 'ignore', 'inherit'] });
  const address = `http://localhost:${port}/`;
  const isThere = () =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isThere, slow).toBe(true);
  const first = await open(page, address);
  await first.wallet.type(GOOD_CARD);
  await first.pay.click();
  await expect(new ChallengeBox(page).code).toBeVisible(slow);
  const other = await (await browser.newContext()).newPage();
  const second = await open(other, address);
  await second.wallet.type(GOOD_CARD);
  await second.pay.click();
  await expect(second.told).toContainText('Your bank is asking you.');
  await other.getByRole('button', { name: 'Start over' }).click();
  await expect(second.told).toHaveText(NOT_CHARGED);
  await expect(new ChallengeBox(page).code).toHaveCount(0, slow);
  await second.pay.click();
  await new ChallengeBox(other).answer('1234');
  await expect(second.told).toHaveText(PAID);
  await other.context().close();
  child.kill();
});

/** All shops here take payments for the one order. */
async function transactionsOfOrder({ inspectorUrl }: Stack): Promise<number> {
  const { transactions } = await askAdmin(inspectorUrl, '/api/transactions?account_id=1&order_id=order-1042');
  return transactions.length;
}

/** As the guide tells to change it. */
function withCallbacks(shop: string): string {
  const [start, route] = ['const callback_url', "=== '/callback'"].map((mark) =>
    printed('docs/callbacks.md', { mark }),
  );
  return shop
    .replace('{ createMerchantClient }', '{ createMerchantClient, verifyCallback }')
    .replace(/^ *const start = .*\n/m, () => start ?? '')
    .replace(/(createServer\(async .*\n {2}try \{\n)/, (before) => before + route);
}

const recipe = printed('docs/testing.md', { mark: 'fillCard' });

for (const [, title = ''] of recipe.matchAll(/^test\('(.*?)'/gm)) {
  test(`docs/testing.md: ${title}`, { tag: '@prove' }, async ({ page, address }) => {
    // Inside the repository, where the package finds itself by name.
    mkdirSync('.cache', { recursive: true });
    const file = join(process.cwd(), `.cache/recipe-${new URL(address).port}.mjs`);
    const collects = 'export const tests = new Map();\nconst test = (title, run) => tests.set(title, run);\n';
    const code = recipe.replace('expect, test }', 'expect }').replaceAll('http://localhost:5050', address);
    writeFileSync(file, collects + code);
    const { tests } = await import(pathToFileURL(file).href);
    rmSync(file);
    await tests.get(title)({ page });
  });
}
