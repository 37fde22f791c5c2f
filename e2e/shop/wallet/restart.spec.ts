import { expect, test } from '@playwright/test';
import { ShopPage } from '../../support/pages/shop-page.ts';
import { GOOD_CARD } from '../../support/pages/wallet-frame.ts';
import { startStack } from '../../support/stack/stack.ts';

test('the order and the saved card are still there after a restart', { tag: '@prove' }, async ({ page }) => {
  const stack = await startStack();
  try {
    const shop = new ShopPage(page, stack.shopUrls.localhost);
    await shop.open();
    await shop.wallet.type(GOOD_CARD);
    await shop.wallet.saveForLater.check();
    await shop.payButton.click();
    await expect(shop.paid).toBeVisible();
    const orderPage = page.url();

    await stack.shop.stop();
    await stack.service.stop();
    await stack.service.start();
    await stack.shop.start();

    await page.goto(orderPage);
    await expect(shop.paid).toBeVisible();
    await shop.open();
    await expect(shop.wallet.savedCard('Visa ending 4242, expires 12/34')).toBeChecked();
    await shop.payButton.click();
    await expect(shop.paid).toBeVisible();
  } finally {
    await stack.stop();
  }
});
