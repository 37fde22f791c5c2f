import { type BrowserContext, expect } from '@playwright/test';
import { proofSize } from '../../../tools/check/proof-sizes.ts';
import { test } from '../../support/fixtures/stack-test.ts';
import { GOOD_CARD, WalletFrame } from '../../support/pages/wallet-frame.ts';
import { guardDesk } from './guard-desk.ts';
import { type GuardedShop, openGuardedShop } from './guarded-shop.ts';
import { load, visit } from './shopper-visit.ts';

const TABS = 8;

/** Loads in several tabs at once. */
async function loadMany(context: BrowserContext, address: string, count: number): Promise<void> {
  for (let done = 0; done < count; done += TABS)
    await Promise.all(Array.from({ length: Math.min(TABS, count - done) }, () => load(context, address)));
}

const loads = proofSize('pageLoads');

test(`no alarm in ${loads} loads of an unchanged page, whose nonces, texts and queries differ`, async ({
  context,
  stack,
}) => {
  test.setTimeout(90_000 + loads * 2_000);
  const shop = await openGuardedShop(stack, new Map());
  const address = `${shop.url}/checkout/strict-unchanged`;
  const desk = guardDesk(stack, address);
  await loadMany(context, address, 3);
  await desk.reported(3);
  await visit(context, address);
  await desk.visit();
  await desk.visit();
  await desk.approve();
  for (let done = 0; done < loads; done += loads / 4) {
    await loadMany(context, address, loads / 4);
    await desk.visit();
  }
  await visit(context, address);
  expect(await desk.alarmed()).toEqual([]);
  expect((await desk.find())?.page.report_count).toBeGreaterThan(loads);
  shop.close();
});

async function payOn(context: BrowserContext, shop: GuardedShop): Promise<void> {
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto(`${shop.url}/checkout/strict-unguarded`);
  const { cardNumber, expiry, securityCode, holderName } = new WalletFrame(page);
  await cardNumber.fill(GOOD_CARD.number);
  await expiry.fill(GOOD_CARD.expiry);
  await securityCode.fill(GOOD_CARD.code);
  await holderName.fill(GOOD_CARD.name);
  await page.locator('#pay').click();
  await expect(page.locator('#told')).toHaveText('Order taken');
  expect(faults).toEqual([]);
}

test('S99: the page works whole while the guard’s address is blocked, or answers 500', async ({
  context,
  stack,
}) => {
  const shop = await openGuardedShop(stack, new Map());
  await context.route('**/sdk/guard.js', (route) => route.abort());
  await payOn(context, shop);
  await context.route('**/sdk/guard.js', (route) => route.fulfill({ status: 500, body: 'broken' }));
  await payOn(context, shop);
  await context.unroute('**/sdk/guard.js');
  await context.route('**/page-guard/reports', (route) => route.fulfill({ status: 500 }));
  await payOn(context, shop);
  shop.close();
});
