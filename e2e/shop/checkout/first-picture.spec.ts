import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { chromiumLaunch } from '../../../tools/check/chromium.mjs';
import { test as base } from '../../support/fixtures/stack-test.ts';
import { BareCheckout } from '../../support/pages/bare-checkout.ts';
import { chooseInDrawer } from '../../support/pages/drawer-choices.ts';
import { ShopPage } from '../../support/pages/shop-page.ts';
import { GOOD_CARD } from '../../support/pages/wallet-frame.ts';
import type { Stack } from '../../support/stack/stack.ts';

declare global {
  /** Where the card number stood, from picture to picture where that changed; null while it is not seen. */
  var places: (number | null)[];
}

const slow = { timeout: 20_000 };

/** The page of a shopper whose browser lets frames of other sites keep things: the private windows of tests do not. */
const test = base.extend<{ keepingPage: Page }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
  keepingPage: async ({}, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'wallet-shopper-'));
    mkdirSync(join(profile, 'Default'));
    const preferences = JSON.stringify({ profile: { cookie_controls_mode: 0 } });
    writeFileSync(join(profile, 'Default/Preferences'), preferences);
    const browser = await chromium.launchPersistentContext(profile, chromiumLaunch());
    await use(await browser.newPage());
    await browser.close();
    rmSync(profile, { recursive: true });
  },
});

/** Looks at each picture of the wallet's document, and while that comes at each part, as it may be painted after any. */
async function watch(page: Page, shopper: 'user' | 'guest') {
  await chooseInDrawer(page, { shopper });
  await page.addInitScript(() => {
    if (window.top === window) return;
    globalThis.places = [];
    const look = () => {
      const field = document.querySelector('[autocomplete="cc-number"]');
      const place = field?.checkVisibility() ? Math.round(field.getBoundingClientRect().top) : null;
      if (document.body && globalThis.places.at(-1) !== place) globalThis.places.push(place);
    };
    const lookAgain = () => {
      requestAnimationFrame(lookAgain);
      look();
    };
    lookAgain();
    const coming = new MutationObserver(() => document.readyState === 'loading' && look());
    coming.observe(document, { childList: true, subtree: true });
  });
}

async function placesIn(page: Page): Promise<number[]> {
  const frame = page.frames().find((one) => one.url().includes('/wallet/frame'));
  const places = (await frame?.evaluate(() => globalThis.places)) ?? [];
  return places.filter((place) => place !== null);
}

for (const places of ['rows', 'express'] as const) {
  const lane = places === 'express' ? {} : { tag: '@prove' };
  test(
    `a guest's form does not move from the first frame on, in its own row, ${places}`,
    lane,
    async ({ shop, page }) => {
      await watch(page, 'guest');
      await shop.open('script', places);
      await shop.wallet.settled.waitFor({ state: 'attached', ...slow });
      await expect(shop.wallet.newCard).toBeChecked();
      await expect(shop.wallet.method('PayPal')).toBeVisible();
      expect(await placesIn(page)).toHaveLength(1);
    },
  );
}

test('a shopper with saved cards sees no form before them, once the tab knows of them', {
  tag: '@prove',
}, async ({ stack, keepingPage: page }) => {
  const shop = new ShopPage(page, stack.shopUrls.localhost);
  const firstCard = shop.wallet.savedCard(/^Visa ending 4242/);
  await watch(page, 'user');
  await shop.openCards();
  await shop.wallet.add(GOOD_CARD);
  await expect(shop.wallet.button('Add card')).toBeVisible(slow);
  await shop.open();
  await expect(firstCard).toBeChecked(slow);
  await page.reload();
  await expect(firstCard).toBeChecked(slow);
  expect(await placesIn(page)).toEqual([]);
  await shop.wallet.newCard.check();
  await expect(shop.wallet.cardNumber).toBeVisible();
});

/** A shopper's checkout with one saved card; its script waits for `wake`, its token and hint for `answer`. */
async function heldCheckout(page: Page, { stack, shopper }: { stack: Stack; shopper: string }) {
  const manage = await BareCheckout.serve(page, { stack, shopper, settings: { view: 'MANAGE' } });
  await manage.open();
  await manage.wallet.add(GOOD_CARD);
  await manage.wallet.button('Add card').waitFor(slow);
  let [wake, answer] = [() => {}, () => {}];
  const woken = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/wallet/assets/main-*.js*', (route) => woken.then(() => route.continue()));
  await page.route('**/session', (route) => answered.then(() => route.continue()));
  const { wallet, start } = await BareCheckout.serve(page, { stack, shopper, isHintLate: true });
  await start();
  await expect(wallet.cardNumber).toBeVisible();
  return { wallet, wake, answer, rows: wallet.frame.locator('html[data-rows="1"]') };
}

test('a hint that comes with the token removes the form before its script has loaded', {
  tag: '@prove',
}, async ({ page, stack }) => {
  const { wallet, wake, answer, rows } = await heldCheckout(page, { stack, shopper: 'late hint' });
  answer();
  await expect(rows).toBeAttached();
  await expect(wallet.cardNumber).toBeHidden();
  wake();
  await expect(wallet.savedCard(/^Visa ending 4242/)).toBeChecked(slow);
  await expect(wallet.cardNumber).toBeHidden();
});

test('a hint that comes once the form has the focus leaves it where it is', { tag: '@prove' }, async ({
  page,
  stack,
}) => {
  const { wallet, wake, answer, rows } = await heldCheckout(page, { stack, shopper: 'focused' });
  await wallet.cardNumber.fill('4242');
  const exchanged = page.waitForResponse('**/wallet/api/v1/token');
  answer();
  await exchanged;
  await expect(rows).toHaveCount(0);
  wake();
  await expect(wallet.savedCard(/^Visa ending 4242/)).toBeVisible(slow);
  await expect(wallet.cardNumber).toBeVisible();
  await expect(wallet.cardNumber).toHaveValue('4242');
});

test('S4: no window but the page removes the form, and the page only by a number', async ({
  page,
  stack,
}) => {
  const { wallet, wake, answer, rows } = await heldCheckout(page, { stack, shopper: 'other windows' });
  await page.evaluate(async () => {
    const sibling = document.body.appendChild(document.createElement('iframe'));
    const script = sibling.contentDocument?.createElement('script');
    if (!script) throw new Error('found no document in the sibling frame');
    script.textContent = "parent.frames[0].postMessage(1, '*'); parent.said = true";
    sibling.contentDocument?.body.append(script);
    for (const said of ['one', -1, 0, {}, null]) window.frames[0]?.postMessage(said, '*');
  });
  expect(await page.evaluate('said')).toBe(true);
  await page.waitForTimeout(300);
  await expect(rows).toHaveCount(0);
  await expect(wallet.frame.locator('html[data-rows]')).toHaveCount(0);
  await expect(wallet.cardNumber).toBeVisible();
  // Once the wallet is there, not even that.
  wake();
  answer();
  await expect(wallet.savedCard(/^Visa ending 4242/)).toBeChecked(slow);
  await page.evaluate(() => window.frames[0]?.postMessage(1, '*'));
  await page.waitForTimeout(300);
  await expect(wallet.frame.locator('html[data-rows]')).toHaveCount(0);
});
