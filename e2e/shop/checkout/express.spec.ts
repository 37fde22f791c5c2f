import { expect } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { violationsOn } from '../../support/measures/violations.ts';
import { chooseInDrawer } from '../../support/pages/drawer-choices.ts';
import { openSheet, ProviderNotice, slow } from '../../support/pages/provider-sheet.ts';
import { GOOD_CARD } from '../../support/pages/wallet-frame.ts';

/** Express buttons: one press pays, and the rows below stay as they are. */

test.setTimeout(120_000);

for (const integration of ['script', 'module'] as const) {
  const lane = integration === 'module' ? {} : { tag: '@prove' };
  test(`one press of Google Pay's button pays, ${integration}`, lane, async ({ shop, page }) => {
    await shop.open(integration, 'express');
    const button = shop.wallet.button('Google Pay');
    await expect(button).toBeVisible(slow);
    await expect(shop.wallet.method('Google Pay')).toHaveCount(0);
    const sheet = await openSheet(page, () => button.click());
    await sheet.agree.click();
    await expect(shop.paid).toBeVisible(slow);
  });
}

test('express buttons work by keyboard alone in the dark theme, and axe finds nothing', {
  tag: '@prove',
}, async ({ shop, page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await shop.open('script', 'express');
  const button = shop.wallet.button('Google Pay');
  await button.focus(slow);
  expect(await violationsOn(page)).toEqual([]);
  const sheet = await openSheet(page, () => page.keyboard.press('Enter'));
  await sheet.agree.click();
  await expect(shop.paid).toBeVisible(slow);
});

test('a shopper who cancels at the provider finds the form unchanged, and pays by card', {
  tag: '@prove',
}, async ({ shop, page }) => {
  await shop.open('script', 'express');
  await shop.fill(GOOD_CARD);
  // In its frame: the page may scroll.
  const placeInFrame = () => shop.wallet.cardNumber.evaluate((field) => field.getBoundingClientRect().top);
  const before = await placeInFrame();
  const sheet = await openSheet(page, () => shop.wallet.button('Google Pay').click());
  await sheet.page.close();
  const { cancel, dialog } = new ProviderNotice(page);
  await cancel.click(slow);
  await expect(dialog).toBeHidden(slow);
  await expect(shop.wallet.button('Google Pay')).toBeFocused();
  expect(await placeInFrame()).toBe(before);
  await expect(shop.wallet.cardNumber).toHaveValue(GOOD_CARD.number);
  await shop.press();
  await expect(shop.paid).toBeVisible(slow);
});

test('Apple Pay has its button where the device says so before the first paint', { tag: '@prove' }, async ({
  shop,
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { ApplePaySession: { canMakePayments: () => true } });
  });
  await shop.open('script', 'express');
  const [apple, google] = [shop.wallet.button('Apple Pay'), shop.wallet.button('Google Pay')];
  await expect(apple).toBeVisible(slow);
  const boxes = [await apple.boundingBox(), await google.boundingBox()];
  expect(boxes.map((box) => box?.height)).toEqual([48, 48]);
  expect(boxes[0]?.y).toBe(boxes[1]?.y);
});

test('tabs stand beside one another, and what the chosen one opens below them', { tag: '@prove' }, async ({
  shop,
  page,
}) => {
  await chooseInDrawer(page, { shopper: 'guest' });
  await shop.open('script', 'tabs');
  const tops = async (...names: string[]) =>
    Promise.all(
      names.map(async (name) => (await shop.wallet.frame.getByText(name, { exact: true }).boundingBox())?.y),
    );
  await expect(shop.wallet.method('PayPal')).toBeAttached(slow);
  const [card, paypal] = await tops('Card', 'PayPal');
  expect(card).toBe(paypal);
  // The radio is as large as its tab and takes the press.
  await shop.wallet.method('PayPal').check(slow);
  const next = await shop.wallet.frame.getByText('You’ll finish paying with PayPal').boundingBox();
  expect(next?.y).toBeGreaterThan((paypal ?? 0) + 20);
  expect(await violationsOn(page)).toEqual([]);
});
