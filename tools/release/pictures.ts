import { mkdirSync } from 'node:fs';
import { type Browser, chromium, type Locator } from '@playwright/test';
import { ChallengeBox } from '../../e2e/support/pages/challenge-box.ts';
import { chooseInDrawer } from '../../e2e/support/pages/drawer-choices.ts';
import { InspectorPage } from '../../e2e/support/pages/inspector-page.ts';
import { ShopPage } from '../../e2e/support/pages/shop-page.ts';
import { GOOD_CARD } from '../../e2e/support/pages/wallet-frame.ts';
import { INSPECTOR_TOKEN } from '../../e2e/support/stack/admin-client.ts';
import { MERCHANT_ID, SECRET_KEY, type Stack, startStack } from '../../e2e/support/stack/stack.ts';
import { chromiumLaunch } from '../check/chromium.mjs';

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
  await chooseInDrawer(shop.page, { basket: 'tasting' });
  await shop.page.reload();
  await shop.pay(GOOD_CARD);
  const box = new ChallengeBox(shop.page);
  await box.code.waitFor();
  await save(box.dialog, 'bank');
  await shop.page.close();
}

/** A payment that was captured and partly refunded, with a callback that failed at first. */
async function billOne({ serviceUrl, shopUrls }: Stack) {
  const bill = (form: Record<string, string>) =>
    fetch(`${serviceUrl}/wallet/api/v1/billing`, {
      method: 'POST',
      headers: { secretKey: SECRET_KEY },
      body: new URLSearchParams({
        currency: 'GBP',
        callback_url: `${shopUrls.loopback}/api/callbacks`,
        ...form,
      }),
    });
  const transactionID = crypto.randomUUID();
  const start = { merchant_id: String(MERCHANT_ID), ccToken: 'tok_sandbox_4242424242424242' };
  await bill({ ...start, method: 'AUTH', transactionID, amount: '48.50', orderID: 'order-1042' });
  await bill({ method: 'CHARGE', transactionID, amount: '40.00' });
  await bill({ method: 'REFUND', transactionID, amount: '5.00' });
}

async function takeInspector(browser: Browser, { stack, look }: { stack: Stack; look: Look }) {
  const page = await browser.newPage({ colorScheme: look, viewport: null, reducedMotion: 'reduce' });
  const inspector = new InspectorPage(page, stack.inspectorUrl);
  await inspector.open(INSPECTOR_TOKEN);
  await inspector.goTo('Payments');
  await inspector.row('Payments', 'order-1042').getByRole('link').click();
  await inspector.timeline.filter({ hasText: 'HTTP 20' }).nth(2).waitFor();
  await page.screenshot({
    path: `${FOLDER}/inspector-${look}.png`,
    clip: { x: 0, y: 0, width: 1280, height: 600 },
    scale: 'css',
  });
  await page.close();
}

mkdirSync(FOLDER, { recursive: true });
const stack = await startStack({ DEMO_DRAWER: '0', INSPECTOR_TOKEN });
const launch = chromiumLaunch();
const browser = await chromium.launch({ ...launch, args: [...launch.args, ...SCALE] });
try {
  for (const look of ['light', 'dark'] as const) await takeCheckout(browser, { stack, look });
  await takeChallenge(browser, stack);
  await billOne(stack);
  for (const look of ['light', 'dark'] as const) await takeInspector(browser, { stack, look });
} finally {
  await browser.close();
  await stack.stop();
}
