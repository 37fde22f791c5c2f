import { expect, type Page } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { chooseInDrawer } from '../../support/pages/drawer-choices.ts';
import { GOOD_CARD, WalletFrame } from '../../support/pages/wallet-frame.ts';

/** The demo's backend writes the wallet's frame into the first HTML of both of its entries. */

declare global {
  /** The frame of the page's HTML. */
  var written: Element | null;
}

/** Keeps the page's own scripts back until told, and says what became of the frame that stood there before them. */
async function openHeld(page: Page, address: string) {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/(assets\/.*\.js|sdk\/sdk\.js)$/, async (route) => {
    if (route.request().frame() === page.mainFrame()) await released;
    await route.continue();
  });
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/wallet/frame?')) documents.push(request.url());
  });
  const told: string[] = [];
  page.on('console', (message) => told.push(message.text()));
  await page.goto(address, { waitUntil: 'commit' });
  const wallet = new WalletFrame(page);
  await page.locator('#wallet iframe').waitFor();
  await page.evaluate(() => {
    globalThis.written = document.querySelector('#wallet iframe');
  });
  const expectAdopted = async () => {
    await wallet.settled.waitFor({ state: 'attached' });
    const isSame = () => document.querySelector('iframe') === globalThis.written;
    expect(await page.evaluate(isSame)).toBe(true);
    expect(documents).toHaveLength(1);
    expect(told).toEqual([]);
  };
  return { wallet, release, expectAdopted };
}

for (const path of ['/', '/spa']) {
  test(`the checkout at ${path} takes a card before its script has come, and keeps it`, async ({
    page,
    stack,
  }) => {
    const { wallet, release, expectAdopted } = await openHeld(page, stack.shopUrls.localhost + path);
    await wallet.cardNumber.fill(GOOD_CARD.number);
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
    release();
    await expectAdopted();
    await expect(wallet.cardNumber).toHaveValue(GOOD_CARD.number);
    await expect(page.getByRole('button', { name: 'Pay €48.50' })).toBeVisible();
  });
}

test('Pay is kept until the demo’s script comes, and then asks the wallet once', async ({ page, stack }) => {
  const { wallet, release, expectAdopted } = await openHeld(page, `${stack.shopUrls.localhost}/spa`);
  const soon = page.getByText('this page is still loading');
  await wallet.type(GOOD_CARD);
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(soon).toBeVisible();
  const orders: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/orders')) orders.push(request.url());
  });
  release();
  await expectAdopted();
  await expect(page.getByRole('heading', { name: 'Order paid' })).toBeVisible();
  await expect(soon).toHaveCount(0);
  await page.goBack();
  await page.getByRole('link', { name: 'Checkout' }).click();
  await expect(page.getByRole('button', { name: 'Pay €48.50' })).toBeVisible();
  expect(orders).toHaveLength(1);
});

test('the saved cards have their frame in the first HTML, too', async ({ page, stack }) => {
  const { release, expectAdopted } = await openHeld(page, `${stack.shopUrls.localhost}/spa/cards`);
  release();
  await expectAdopted();
});

test('what is chosen in the drawer is in the first HTML, and the frame is taken over with it', async ({
  page,
  stack,
}) => {
  await chooseInDrawer(page, {
    theme: 'dark',
    locale: 'ar',
    places: 'tabs',
    shopper: 'guest',
    methods: 'all',
  });
  const { wallet, release, expectAdopted } = await openHeld(page, `${stack.shopUrls.localhost}/`);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(wallet.frame.locator('html')).toHaveAttribute('dir', 'rtl');
  release();
  await expectAdopted();
});

test('a page of the shop without a wallet has no frame', async ({ page, stack }) => {
  for (const path of ['/orders', '/spa/orders', '/appearance']) {
    const answer = await page.request.get(stack.shopUrls.localhost + path);
    expect(await answer.text()).not.toContain('<iframe');
  }
});
