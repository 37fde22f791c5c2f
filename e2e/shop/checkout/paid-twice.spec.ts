import { expect } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { ProviderPayment } from '../../support/pages/provider-payment.ts';
import { openSheet, slow } from '../../support/pages/provider-sheet.ts';
import { ShopPage } from '../../support/pages/shop-page.ts';
import { GOOD_CARD } from '../../support/pages/wallet-frame.ts';
import { valueAt } from '../../support/stack/service-client.ts';

/** An order whose money comes twice: a shopper with two tabs, and one window that stays open. */

test.setTimeout(120_000);

test('S71: what PayPal takes after the card has paid is given back, and staff are told by name, in their desk and in their log', {
  tag: '@prove',
}, async ({ shop, page, stack }) => {
  const payment = await ProviderPayment.watch(page, stack);
  await shop.open();
  await shop.choose('PayPal');
  const sheet = await openSheet(page, () => shop.press());
  const other = new ShopPage(await page.context().newPage(), stack.shopUrls.localhost);
  await other.open();
  await other.pay(GOOD_CARD);
  await expect(other.paid).toBeVisible(slow);
  await sheet.agree.click();
  const state = async () => valueAt(await payment.record(), 'sandbox', 'payment_state');
  await expect.poll(state, slow).toBe('REFUNDED');
  await other.page.goto(`${stack.shopUrls.localhost}/orders`);
  const told = `€48.50 came on top of this order’s payment and was given back: ${payment.id}`;
  await expect(other.page.getByText(told)).toBeVisible();
  await other.page.getByRole('link', { name: /^Order / }).click();
  await expect(other.paid).toBeVisible();
  await expect(other.page.getByText(told)).toBeVisible();
  expect(stack.shop.output()).toContain(`${payment.id} of 48.50 EUR came on top: given back`);
});
