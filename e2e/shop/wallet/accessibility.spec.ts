import { expect } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { violationsOn } from '../../support/measures/violations.ts';
import { GOOD_CARD } from '../../support/pages/wallet-frame.ts';

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the form, empty, filled and red, ${theme}`, { tag: '@prove' }, async ({
    shop,
    page,
  }) => {
    await page.emulateMedia({ colorScheme: theme });
    await shop.open();
    await expect(shop.wallet.cardNumber).toBeEditable();
    expect(await violationsOn(page)).toEqual([]);

    await shop.wallet.type(GOOD_CARD);
    expect(await violationsOn(page)).toEqual([]);

    for (const field of [shop.wallet.cardNumber, shop.wallet.expiry, shop.wallet.securityCode])
      await field.fill('');
    await shop.payButton.click();
    await expect(shop.wallet.cardNumber).toHaveAttribute('aria-invalid', 'true');
    expect(await violationsOn(page)).toEqual([]);
  });
}

test('axe finds nothing on the page of a paid order', { tag: '@prove' }, async ({ shop, page }) => {
  await shop.open();
  await shop.pay(GOOD_CARD);
  await expect(shop.paid).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
});
