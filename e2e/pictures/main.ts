import { mkdirSync } from 'node:fs';
import { type Browser, chromium, type Locator } from '@playwright/test';
import { chromiumLaunch } from '../../scripts/test/chromium.mjs';
import { ChallengeBox } from '../pages/challenge-box.ts';
import { ShopPage } from '../pages/shop-page.ts';
import { GOOD_CARD } from '../pages/wallet-frame.ts';
import { type Stack, startStack } from '../stack/stack.ts';

/** `npm run pictures`: the documents' pictures, of the shop as it is built. */

const FOLDER = 'docs/pictures';
/** Around what is shown, in CSS pixels. */
const MARGIN = 16;
/** Of the browser itself: one that a page emulates leaves frames of other sites coarse. */
const SCALE = ['--force-device-scale-factor=2', '--window-size=1280,1300'];

type Look = 'light' | 'dark';

async function openShop(browser: Browser, { stack, look }: { stack: Stack; look: Look }) {
  const page = await browser.newPage({ colorScheme: look, viewport: null, reducedMotion: 'reduce' });
  const shop = new ShopPage(page, stack.shopUrls.localhost);
  await shop.open('script', 'express');
  await shop.wallet.settled.waitFor({ state: 'attached' });
  return shop;
}

async function save(what: Locator, name: string) {
  const box = await what.boundingBox();
  if (box === null) throw new Error(`Cannot take ${name}: found nothing to show`);
  const { x, y, width, height } = box;
  const clip = { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
  await what.page().screenshot({ path: `${FOLDER}/${name}.png`, clip, scale: 'device' });
}

async function takeCheckout(browser: Browser, { stack, look }: { stack: Stack; look: Look }) {
  const shop = await openShop(browser, { stack, look });
  await shop.wallet.type(GOOD_CARD);
  await shop.page.getByRole('heading', { name: 'Checkout' }).click();
  await save(shop.page.getByRole('region', { name: 'Payment' }), `checkout-${look}`);
  await shop.page.close();
}

async function takeChallenge(browser: Browser, stack: Stack) {
  const shop = await openShop(browser, { stack, look: 'light' });
  await shop.page.evaluate(() => localStorage.setItem('sandbox-basket', 'tasting'));
  await shop.page.reload();
  await shop.pay(GOOD_CARD);
  const box = new ChallengeBox(shop.page);
  await box.code.waitFor();
  await save(box.dialog, 'bank');
  await shop.page.close();
}

mkdirSync(FOLDER, { recursive: true });
const stack = await startStack({ DEMO_DRAWER: '0' });
const launch = chromiumLaunch();
const browser = await chromium.launch({ ...launch, args: [...launch.args, ...SCALE] });
try {
  for (const look of ['light', 'dark'] as const) await takeCheckout(browser, { stack, look });
  await takeChallenge(browser, stack);
} finally {
  await browser.close();
  await stack.stop();
}
