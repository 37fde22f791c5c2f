import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { chromiumLaunch } from '../../scripts/test/chromium.mjs';
import { test as base } from '../fixtures/stack-test.ts';
import { ShopPage } from '../pages/shop-page.ts';
import { GOOD_CARD } from '../pages/wallet-frame.ts';

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
  await page.addInitScript((who) => {
    if (window.top === window) {
      localStorage.setItem('sandbox-shopper', who);
      return;
    }
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
  }, shopper);
}

async function placesIn(page: Page): Promise<number[]> {
  const frame = page.frames().find((one) => one.url().includes('/wallet/frame'));
  const places = (await frame?.evaluate(() => globalThis.places)) ?? [];
  return places.filter((place) => place !== null);
}

for (const places of ['rows', 'express'] as const) {
  test(`a guest's form stands from the first picture where it stays, in the row of its own, ${places}`, async ({
    shop,
    page,
  }) => {
    await watch(page, 'guest');
    await shop.open('script', places);
    await shop.wallet.settled.waitFor({ state: 'attached', ...slow });
    await expect(shop.wallet.newCard).toBeChecked();
    await expect(shop.wallet.method('PayPal')).toBeVisible();
    expect(await placesIn(page)).toHaveLength(1);
  });
}

test('who has saved cards sees no form before them, once the tab knows of them', async ({
  stack,
  keepingPage: page,
}) => {
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
