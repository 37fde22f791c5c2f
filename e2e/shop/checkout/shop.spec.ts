import { expect, type Locator } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { violationsOn } from '../../support/measures/violations.ts';
import type { Integration } from '../../support/pages/shop-page.ts';
import { GOOD_CARD } from '../../support/pages/wallet-frame.ts';

const DECLINED = { ...GOOD_CARD, number: '4000 0000 0000 9995' };

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error('Cannot measure: the element is not on the page');
  return { top: box.y, bottom: box.y + box.height };
}

test.describe('on a phone', () => {
  test.use({ isMobile: true, hasTouch: true, deviceScaleFactor: 2 });

  for (const [integration, width, height] of [
    ['script', 390, 844],
    ['script', 320, 568],
    ['module', 320, 568],
  ] as const satisfies readonly (readonly [Integration, number, number])[]) {
    const lane = width === 390 ? {} : { tag: '@prove' };
    test(
      `the first screen holds the cart in one row, the wallet and Pay, ${width} × ${height} by ${integration}`,
      lane,
      async ({ shop, page }) => {
        await page.setViewportSize({ width, height });
        await shop.open(integration);
        await shop.wallet.settled.waitFor({ state: 'attached' });
        await expect(shop.cartLine).toHaveText('3 items · €48.50');
        await expect(page.getByText('Stoneware cup')).toBeHidden();
        const { top } = await boxOf(shop.wallet.frame.owner());
        expect(top).toBeLessThan(height / 2);
        await expect(shop.payButton).toBeInViewport({ ratio: 1 });
        expect(await page.evaluate(() => scrollY)).toBe(0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

        await shop.cartLine.tap();
        await expect(page.getByText('Stoneware cup')).toBeVisible();
        expect(await violationsOn(page)).toEqual([]);
      },
    );
  }

  test('a field that gets the focus never lies under Pay', async ({ shop, page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await shop.open();
    await shop.wallet.settled.waitFor({ state: 'attached' });
    const { cardNumber, expiry, securityCode, holderName } = shop.wallet;
    for (const field of [cardNumber, expiry, securityCode, holderName]) {
      await field.focus();
      const bar = await boxOf(page.locator('.pay-bar'));
      expect((await boxOf(field)).bottom).toBeLessThanOrEqual(bar.top);
    }
  });

  test('a refusal is in view as soon as it appears', { tag: '@prove' }, async ({ shop, page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await shop.open();
    await shop.wallet.type(DECLINED);
    await page.evaluate(() => scrollTo(0, 0));
    await shop.payButton.tap();
    await expect(shop.refusal).toBeInViewport({ ratio: 1 });
    const bar = await boxOf(page.locator('.pay-bar'));
    expect((await boxOf(shop.refusal)).bottom).toBeLessThanOrEqual(bar.top);
  });
});

for (const integration of ['script', 'module'] as const) {
  test(`Pay names what it will do, and the order what paid it, by ${integration}`, {
    tag: '@prove',
  }, async ({ shop, page }) => {
    await shop.open(integration);
    await expect(shop.payButton).toHaveText('Pay €48.50');
    await shop.wallet.type(GOOD_CARD);
    await expect(shop.payButton).toHaveText('Pay €48.50 with Visa •••• 4242');
    await shop.choose('PayPal');
    await expect(shop.payButton).toHaveText('Pay €48.50 with PayPal');
    await shop.wallet.newCard.check();
    await expect(shop.payButton).toHaveText('Pay €48.50 with Visa •••• 4242');
    await shop.press();
    await expect(shop.paid).toBeVisible();
    await expect(page.getByText('Paid with Visa •••• 4242')).toBeVisible();
  });
}

for (const integration of ['script', 'module'] as const) {
  test(`quick presses of + all count, and Pay shows what the order costs, though the first answer is late, by ${integration}`, {
    tag: '@prove',
  }, async ({ shop, page }) => {
    await shop.open(integration);
    await expect(shop.payButton).toHaveText('Pay €48.50');
    let puts = 0;
    await page.route('**/api/cart', async (route) => {
      puts += route.request().method() === 'PUT' ? 1 : 0;
      const answer = await route.fetch();
      if (puts === 1) await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.fulfill({ response: answer });
    });
    const more = page.getByRole('button', { name: 'One more House blend' });
    await more.click();
    await more.click();
    await expect.poll(() => puts).toBe(2);
    await page.waitForTimeout(1500);
    await expect(page.getByRole('group', { name: 'Quantity of House blend' }).locator('output')).toHaveText(
      '3',
    );
    await expect(shop.payButton).toHaveText('Pay €72.50');
    await shop.wallet.type(GOOD_CARD);
    await shop.press();
    await expect(shop.paid).toBeVisible();
    await expect(shop.total).toHaveText('€72.50');
  });
}

test('the single-page app is the same shop: checkout, cards, orders and an order without a page load', async ({
  shop,
  page,
}) => {
  await shop.open('module');
  await page.evaluate(() => Reflect.set(window, 'isSamePage', true));
  await shop.wallet.type(GOOD_CARD);
  await shop.press();
  await expect(shop.paid).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Merchant desk' })).toBeVisible();
  await page.getByRole('link', { name: 'Your orders' }).click();
  await page.getByRole('link', { name: /^Order / }).click();
  await expect(shop.paid).toBeVisible();
  await page.getByRole('link', { name: 'Your cards' }).click();
  await expect(shop.wallet.button('Add card')).toBeVisible();
  await page.getByRole('link', { name: 'Checkout' }).click();
  await expect(shop.wallet.cardNumber).toBeAttached();
  expect(new URL(page.url()).pathname).toBe('/spa/');
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
  expect(await violationsOn(page)).toEqual([]);
});

test.describe('in a browser that speaks German', () => {
  test.use({ locale: 'de-AT' });

  for (const integration of ['script', 'module'] as const) {
    test(`shop and wallet begin in German, by ${integration}`, { tag: '@prove' }, async ({ shop, page }) => {
      await shop.open(integration);
      await expect(page.getByRole('heading', { name: 'Kasse' })).toBeVisible();
      await expect(page.getByRole('button', { name: '48,50 € bezahlen' })).toBeVisible();
      await expect(shop.wallet.frame.getByLabel('Kartennummer', { exact: true })).toBeVisible();
    });
  }
});

for (const integration of ['script', 'module'] as const) {
  test(`a language chosen while a card is typed keeps the card and lasts to the end, by ${integration}`, {
    tag: '@prove',
  }, async ({ shop, page }) => {
    await shop.open(integration);
    await shop.wallet.type(DECLINED);
    const number = shop.wallet.frame.getByRole('textbox').first();
    await shop.language.selectOption('العربية');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(shop.wallet.frame.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(number).toHaveValue(DECLINED.number);
    await expect(page.getByText('فنجان خزفي').first()).toBeVisible();
    await page.getByRole('button', { name: /^ادفع/ }).click();
    await expect(shop.refusal).toHaveText(/^مرفوضة: الرصيد/);
    expect(await violationsOn(page)).toEqual([]);

    await shop.language.selectOption('Deutsch');
    await number.fill(GOOD_CARD.number);
    await page.getByRole('button', { name: /Visa •••• 4242 bezahlen$/ }).click();
    await expect(page.getByRole('heading', { name: 'Bestellung bezahlt' })).toBeVisible();
    await expect(page.getByText('Bezahlt mit Visa •••• 4242')).toBeVisible();
  });
}
