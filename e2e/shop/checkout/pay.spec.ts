import { expect, type Locator } from '@playwright/test';
import { press } from 'embeddable-wallet/testing';
import { test } from '../../support/fixtures/stack-test.ts';
import type { Integration } from '../../support/pages/shop-page.ts';
import { ShopPage } from '../../support/pages/shop-page.ts';
import { GOOD_CARD } from '../../support/pages/wallet-frame.ts';

declare global {
  /** Clicks on Pay. */
  var presses: number;
}

const INTEGRATIONS: readonly Integration[] = ['script', 'module'];
const SITES = ['localhost', 'loopback'] as const;

for (const integration of INTEGRATIONS) {
  for (const site of SITES) {
    const lane = integration === 'script' && site === 'localhost' ? {} : { tag: '@prove' };
    test(`a shopper pays by ${integration} on ${site}`, lane, async ({ page, stack }) => {
      const shop = new ShopPage(page, stack.shopUrls[site]);
      await shop.open(integration);
      await shop.pay(GOOD_CARD);
      await expect(shop.paid).toBeVisible();
    });
  }

  const lane = integration === 'script' ? {} : { tag: '@prove' };
  test(`a refused card by ${integration} leaves the form filled and says why`, lane, async ({ shop }) => {
    await shop.open(integration);
    await shop.pay({ ...GOOD_CARD, number: '4000 0000 0000 9995' });
    await expect(shop.refusal).toContainText(/insufficient|not enough money|funds/i);
    await expect(shop.wallet.cardNumber).toHaveValue('4000 0000 0000 9995');
    await expect(shop.wallet.expiry).toHaveValue('12 / 34');
    await expect(shop.wallet.holderName).toHaveValue(GOOD_CARD.name);
    await expect(shop.paid).toBeHidden();
  });
}

test('a number that fails Luhn never leaves the frame', async ({ shop, page }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await shop.open();
  await shop.pay({ ...GOOD_CARD, number: '4242 4242 4242 4241' });
  await expect(shop.wallet.cardNumber).toHaveAttribute('aria-invalid', 'true');
  await expect(shop.wallet.cardNumber).toBeFocused();
  await expect(shop.payButton).not.toHaveAttribute('aria-disabled', 'true');
  await expect(shop.refusal, 'the wallet says it, the page does not repeat it').toHaveCount(0);
  expect(sent.filter((path) => path.endsWith('/cards') || path.includes('order'))).toEqual([]);
});

/** What leaving the field shows would make the frame grow, and Pay would go from below the pointer. */
test('a slow press on Pay counts, although it leaves a field with a wrong last digit', async ({
  shop,
  page,
}) => {
  await shop.open();
  await shop.fill({ ...GOOD_CARD, number: '4242 4242 4242 4241' });
  await shop.wallet.cardNumber.focus();
  await shop.payButton.scrollIntoViewIfNeeded();
  await page.evaluate(() => {
    globalThis.presses = 0;
    document.getElementById('pay')?.addEventListener('click', () => {
      globalThis.presses += 1;
    });
  });
  const top = () => shop.payButton.evaluate((button) => button.getBoundingClientRect().top);
  const before = await top();
  const { x, y, width, height } = (await shop.payButton.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.waitForTimeout(200);
  expect(await top()).toBe(before);
  await page.mouse.up();
  await expect.poll(() => page.evaluate(() => globalThis.presses)).toBe(1);
  await expect(shop.wallet.cardNumber).toBeFocused();
  await expect(shop.wallet.cardNumber).toHaveAttribute('aria-invalid', 'true');
});

test('a press on the box to save the card ticks it, although it leaves a field with a wrong last digit', async ({
  shop,
  page,
}) => {
  await shop.open();
  await shop.wallet.newCard.waitFor();
  await shop.wallet.cardNumber.pressSequentially('4242424242424241');
  const { x, y, width, height } = (await shop.wallet.saveForLater.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.waitForTimeout(200);
  expect((await shop.wallet.saveForLater.boundingBox())?.y).toBe(y);
  await page.mouse.up();
  await expect(shop.wallet.saveForLater).toBeChecked();
  await expect(shop.wallet.cardNumber).toHaveAttribute('aria-invalid', 'true');
});

test('press of the testing helpers presses Pay below the fold, and nothing of the wallet', async ({
  shop,
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await shop.open();
  await shop.wallet.type(GOOD_CARD);
  await shop.wallet.saveForLater.check();
  await page.evaluate(() => scrollTo(0, 0));
  await press(shop.payButton);
  await expect(shop.paid).toBeVisible();
  await shop.openCards();
  await expect(shop.wallet.button('Remove Visa ending 4242')).toBeVisible();
});

test('a shopper pays with the keyboard alone', async ({ shop, page }) => {
  await shop.open();
  await shop.wallet.cardNumber.focus();
  await page.keyboard.type('4242424242424242');
  await tabTo(shop.wallet.expiry);
  await page.keyboard.type('1234');
  await tabTo(shop.wallet.securityCode);
  await page.keyboard.type('123');
  await tabTo(shop.wallet.holderName);
  await page.keyboard.type(GOOD_CARD.name);
  await tabTo(shop.payButton);
  await page.keyboard.press('Enter');
  await expect(shop.paid).toBeVisible();
});

test('a double click on Pay makes one order', async ({ shop, page }) => {
  const orders: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/orders')) orders.push(request.url());
  });
  await shop.open();
  await shop.wallet.type(GOOD_CARD);
  await shop.payButton.dblclick();
  await expect(shop.paid).toBeVisible();
  expect(orders).toHaveLength(1);
});

/** Tab moves on unless the field before already gave the focus on by itself. */
async function tabTo(target: Locator): Promise<void> {
  for (let presses = 0; presses < 8; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await target.page().keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
