import { expect, type Page } from '@playwright/test';
import { walletFrame } from 'embeddable-wallet/server';
import { holdBack } from '../../support/fixtures/hold-back.ts';
import { test } from '../../support/fixtures/stack-test.ts';
import { GOOD_CARD, WalletFrame } from '../../support/pages/wallet-frame.ts';
import { freePort } from '../../support/stack/free-port.ts';
import { servePages } from '../../support/stack/page-server.ts';
import { newSession } from '../../support/stack/service-client.ts';
import { MERCHANT_ID, PUBLISHABLE_KEY, type Stack } from '../../support/stack/stack.ts';

declare global {
  /** What came of `init`, and then of the shop's own press of Pay. */
  var opened: Promise<void>;
  /** The frame of the page's HTML. */
  var written: Element | null;
  /** Sum of the page's layout shifts so far. */
  var moved: number;
}

const plain = { merchant_id: MERCHANT_ID, view: 'CHECKOUT' } as const;

type Given = {
  readonly stack: Stack;
  readonly shopper?: string;
  readonly styles?: 'inline' | 'none';
  readonly appearance?: { readonly labels: 'floating' };
};

/** A shop whose backend writes the frame into its page. What it is asked for is counted by `documents`. */
async function serveShop(page: Page, { stack, shopper, styles = 'inline', appearance }: Given) {
  const settings = { ...plain, ...(appearance && { appearance }) };
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const whose = { merchant_id: `${MERCHANT_ID}`, ...(shopper !== undefined && { externalID: shopper }) };
  const session = await newSession(stack.serviceUrl, whose);
  const { hint } = session;
  const made = { publishableKey: PUBLISHABLE_KEY, origin, settings, hint, styles };
  const frame = walletFrame({ ...made, baseUrl: stack.serviceUrl });
  const html = `<!doctype html><html lang="en"><head><title>Checkout</title></head>
    <body><main><h1>Checkout</h1><div id="wallet">${frame}</div><button type="button">Pay €48.50</button></main>
    <script>
      written = document.querySelector('iframe');
      moved = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) moved += value;
      }).observe({ type: 'layout-shift', buffered: true });
    </script>
    <script src="${stack.serviceUrl}/sdk/sdk.js" crossorigin="anonymous"></script><script>
      sdk.auth.connect({ publishableKey: '${PUBLISHABLE_KEY}', refreshToken: '${session.refreshToken}', hint: '${hint}' });
      opened = sdk.wallet.init(${JSON.stringify(settings)}, { currency: 'EUR', amount: '48.50' });
    </script></body></html>`;
  const server = await servePages(port, new Map([['/', html]]));
  page.once('close', () => server.close());
  let documents = 0;
  page.on('request', (request) => {
    if (request.url().includes('/wallet/frame?')) documents += 1;
  });
  return { url: `${origin}/`, wallet: new WalletFrame(page), documents: () => documents };
}

const isWritten = (page: Page) =>
  page.evaluate(() => document.querySelector('iframe') === globalThis.written && globalThis.written !== null);

test('a frame in the page’s HTML takes input before the page’s script has loaded, and keeps it', async ({
  page,
  stack,
}) => {
  const { url, wallet, documents } = await serveShop(page, { stack });
  const release = await holdBack(page, '**/sdk/sdk.js');
  await page.goto(url, { waitUntil: 'commit' });
  await wallet.cardNumber.fill(GOOD_CARD.number);
  await wallet.expiry.pressSequentially('1234');
  release();
  await wallet.settled.waitFor({ state: 'attached' });
  await page.evaluate(() => globalThis.opened);
  expect(await isWritten(page)).toBe(true);
  expect(documents()).toBe(1);
  await expect(wallet.cardNumber).toHaveValue(GOOD_CARD.number);
  await expect(wallet.expiry).toHaveValue('12 / 34');
  await wallet.securityCode.fill(GOOD_CARD.code);
  await wallet.holderName.fill(GOOD_CARD.name);
  const method = await page.evaluate(() => Reflect.get(window, 'sdk').wallet.getPaymentMethod());
  expect(method).toMatchObject({ last_4_digits: 4242 });
});

test('a frame in the page’s HTML is adopted before its own script has loaded', { tag: '@prove' }, async ({
  page,
  stack,
}) => {
  const { url, wallet, documents } = await serveShop(page, { stack });
  const release = await holdBack(page, '**/wallet/assets/main-*.js');
  await page.goto(url, { waitUntil: 'commit' });
  await wallet.cardNumber.fill(GOOD_CARD.number);
  await expect.poll(() => page.evaluate(() => 'opened' in globalThis)).toBe(true);
  release();
  await page.evaluate(() => globalThis.opened);
  expect(await isWritten(page)).toBe(true);
  expect(documents()).toBe(1);
  await expect(wallet.cardNumber).toHaveValue(GOOD_CARD.number);
});

test('a floating label moves for input before a script has loaded, and back when it is deleted', async ({
  page,
  stack,
}) => {
  const { url, wallet } = await serveShop(page, { stack, appearance: { labels: 'floating' } });
  // Without its transition a size is the old or the new one.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const release = await holdBack(page, '**/wallet/assets/main-*.js');
  await page.goto(url, { waitUntil: 'commit' });
  const label = wallet.frame.locator('label', { hasText: 'Card number' });
  const size = () => label.evaluate((element) => getComputedStyle(element).fontSize);
  const large = await size();
  await wallet.cardNumber.fill('4242');
  await wallet.cardNumber.blur();
  expect(await size()).not.toBe(large);
  release();
  await wallet.settled.waitFor({ state: 'attached' });
  expect(await size()).not.toBe(large);
  await wallet.cardNumber.fill('');
  await wallet.cardNumber.blur();
  expect(await size()).toBe(large);
});

for (const shopper of [undefined, 'frame in HTML']) {
  const lane = shopper === undefined ? {} : { tag: '@prove' };
  test(
    `nothing moves when a frame in the page’s HTML is adopted, ${shopper ?? 'guest'}`,
    lane,
    async ({ page, stack }) => {
      const { url, wallet } = await serveShop(page, { stack, ...(shopper !== undefined && { shopper }) });
      await page.goto(url);
      await wallet.settled.waitFor({ state: 'attached' });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300))));
      expect(await isWritten(page)).toBe(true);
      expect(await page.evaluate(() => globalThis.moved)).toBeLessThanOrEqual(0.01);
    },
  );
}

test('a frame in the page’s HTML that is removed ends the wallet', async ({ page, stack }) => {
  const { url, wallet } = await serveShop(page, { stack, styles: 'none' });
  await page.goto(url);
  await wallet.settled.waitFor({ state: 'attached' });
  await page.evaluate(() => document.querySelector('iframe')?.remove());
  const code = await page.evaluate(() =>
    Reflect.get(window, 'sdk')
      .wallet.getPaymentMethod()
      .catch((error: { code: string }) => error.code),
  );
  expect(code).toBe('container_removed');
});
