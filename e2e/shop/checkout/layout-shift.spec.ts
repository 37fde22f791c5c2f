import { expect, type Page, test as plain } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { BareCheckout } from '../../support/pages/bare-checkout.ts';
import { chooseInDrawer } from '../../support/pages/drawer-choices.ts';
import { openMerchantPage } from '../../support/pages/merchant-page.ts';
import { ShopPage } from '../../support/pages/shop-page.ts';
import { WalletFrame } from '../../support/pages/wallet-frame.ts';
import { changeMerchant, INSPECTOR_TOKEN } from '../../support/stack/admin-client.ts';
import { MERCHANT_ID, type Stack, startStack } from '../../support/stack/stack.ts';

declare global {
  /** Sum of the page's layout shifts so far. */
  var shifted: number;
  /** Where Pay stood, picture by picture. */
  var tops: number[];
}

/** On Chromium's scale. */
const LIMIT = 0.01;
/** The demo keeps room for a form or a long list: where neither comes, what is below moves up once. */
const TOO_MUCH_ROOM = 0.02;
/** CSS pixels that Pay may move by, from the frame's first moment until the wallet is at rest. */
const WAY_OF_PAY = 8;
const wide = { width: 1280, height: 1000 };
const tablet = { width: 768, height: 1000 };
const phone = { width: 375, height: 800 };
const screens = [wide, tablet, phone];
type Screen = (typeof screens)[number];

/** Each load is a first one: nothing is remembered of those before. */
async function watch(page: Page, shopper: 'user' | 'guest') {
  await chooseInDrawer(page, { shopper });
  await page.addInitScript(() => {
    if (window.top !== window) return;
    sessionStorage.clear();
    globalThis.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) globalThis.shifted += Number(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** How far the page has moved once the wallet is at rest. */
async function shiftOf(page: Page, open: () => Promise<void>): Promise<number> {
  await open();
  await atRest(page);
  return page.evaluate(() => globalThis.shifted);
}

async function atRest(page: Page) {
  await new WalletFrame(page).settled.waitFor({ state: 'attached' });
  // The height comes over the channel, and what moves is reported with the paint after it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300))));
}

async function expectStill(shop: ShopPage, on: readonly Screen[], state: string, limit = LIMIT) {
  const { page } = shop;
  for (const screen of on) {
    await page.setViewportSize(screen);
    const openers = [
      ['the checkout', () => shop.open()],
      ['the checkout of /spa/', () => shop.open('module')],
      ['MANAGE', () => shop.openCards()],
    ] as const;
    for (const [name, open] of openers) {
      const shift = await shiftOf(page, open);
      expect.soft(shift, `${name}, ${state}, ${screen.width} px wide`).toBeLessThanOrEqual(limit);
    }
  }
}

const numbers = [
  '4242424242424242',
  '5555555555554444',
  '378282246310005',
  '6011111111111117',
  '36227206271667',
  '3566002020360505',
  '6243030000000001',
  '6759649826438453',
  '9792030000000000',
  '4000000000000002',
];

async function addCards(shop: ShopPage, added: readonly string[]) {
  await shop.page.setViewportSize(wide);
  await shop.openCards();
  for (const number of added) await addCard(shop.wallet, number);
}

async function addCard(wallet: WalletFrame, number: string) {
  await wallet.openForm();
  await wallet.holderName.fill('Ada Lovelace');
  await wallet.cardNumber.fill(number);
  await wallet.expiry.fill('12 / 34');
  await wallet.securityCode.fill(number.length === 15 ? '1234' : '123');
  await wallet.button('Save card').click();
  await wallet.button('Add card').waitFor();
}

test(`a page moves by no more than ${LIMIT} until the wallet is at rest, guest`, {
  tag: '@prove',
}, async ({ shop, page }) => {
  await watch(page, 'guest');
  await expectStill(shop, screens, 'guest');
});

test(`a page moves by no more than ${LIMIT} until the wallet is at rest, no card and ten`, {
  tag: '@prove',
}, async ({ shop, page }) => {
  test.slow();
  await watch(page, 'user');
  await expectStill(shop, screens, 'no card');
  await addCards(shop, numbers);
  await expectStill(shop, screens, '10 cards');
});

plain(
  `a page moves by no more than ${TOO_MUCH_ROOM} until the wallet is at rest, without providers`,
  { tag: '@prove' },
  async ({ page }) => {
    plain.slow();
    const stack = await startStack({ INSPECTOR_TOKEN });
    const none = { alternativeMethods: [], instantMethods: [] };
    await changeMerchant(stack.inspectorUrl, MERCHANT_ID, none);
    const shop = new ShopPage(page, stack.shopUrls.localhost);
    await watch(page, 'user');
    await addCards(shop, numbers.slice(0, 1));
    await expectStill(shop, [wide, tablet], '1 card', TOO_MUCH_ROOM);
    await addCards(shop, numbers.slice(1, 3));
    await expectStill(shop, [tablet], '3 cards', TOO_MUCH_ROOM);
    await stack.stop();
  },
);

/** Opens the user's cards; what is returned adds one. */
async function openSavedCards(page: Page, { stack, shopper }: { stack: Stack; shopper: string }) {
  const shop = await BareCheckout.serve(page, { stack, shopper, settings: { view: 'MANAGE' } });
  await shop.open();
  return (number: string) => addCard(shop.wallet, number);
}

/** Keeps in the page how far Pay has moved since the wallet's frame is there. */
async function watchPay(page: Page) {
  await page.addInitScript(() => {
    if (window.top !== window) return;
    globalThis.tops = [];
    let pictures = 0;
    const look = () => {
      const pay = document.querySelector('button');
      if (document.querySelector('iframe')) pictures += 1;
      // At the first of these the frame has not got its height yet: that comes with the same picture.
      if (pay && pictures > 1) globalThis.tops.push(pay.getBoundingClientRect().top);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const ways = [
  ['rows', {}],
  ['tabs', { layout: 'tabs' }],
  ['buttons', { express: ['googlepay', 'paypal', 'amazonpay'] }],
] as const;

for (const [name, settings] of ways) {
  test(`Pay stands still below a wallet with a hint in a bare page, ${name}`, { tag: '@prove' }, async ({
    page,
    stack,
  }) => {
    test.slow();
    await watch(page, 'guest');
    await watchPay(page);
    const shopper = `${name} and cards`;
    const moved: Record<string, number[]> = {};
    const look = async (state: string, who?: string) => {
      for (const screen of screens) {
        await page.setViewportSize(screen);
        const shop = await BareCheckout.serve(page, { stack, shopper: who, settings });
        const shift = await shiftOf(page, () => shop.open());
        const way = await page.evaluate(() => Math.max(...globalThis.tops) - Math.min(...globalThis.tops));
        if (shift > LIMIT || way > WAY_OF_PAY) moved[`${state}, ${screen.width} px wide`] = [shift, way];
      }
    };
    await look('guest');
    await look('no card', shopper);
    for (const [index, number] of numbers.slice(0, 4).entries()) {
      await page.setViewportSize(wide);
      const add = await openSavedCards(page, { stack, shopper });
      await add(number);
      if (index !== 1) await look(`${index + 1} cards`, shopper);
    }
    expect(moved).toEqual({});
  });
}

test('the second time the frame has its final height from the start', async ({ page, stack }) => {
  const run = await openMerchantPage(page, stack);
  const height = () => page.locator('iframe').evaluate((frame) => frame.getBoundingClientRect().height);
  await run('begin().catch(() => {})');
  await atRest(page);
  const rest = await height();
  expect(rest).toBeGreaterThan(400);
  await page.reload();
  await run('void begin()');
  expect(await height()).toBe(rest);
  await atRest(page);
  expect(await height()).toBe(rest);
});

test('a frame that has lost its connection says so within its height, and all of its form can be reached', {
  tag: '@prove',
}, async ({ page, stack }) => {
  await page.route('**/connect-page*.js*', (route) => route.abort());
  const run = await openMerchantPage(page, stack);
  await run('void begin().catch(() => {})');
  const wallet = new WalletFrame(page);
  const retry = wallet.button('Try again');
  await expect(retry).toBeInViewport({ ratio: 1 });
  await expect(wallet.alerts).toBeInViewport({ ratio: 1 });
  await wallet.securityCode.fill('123');
  await page.unroute('**/connect-page*.js*');
  await retry.click();
  await expect(retry).toHaveCount(0);
  await expect(wallet.securityCode).toHaveValue('123');
});
