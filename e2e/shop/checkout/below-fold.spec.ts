import { expect } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';

const phones = [
  { width: 390, height: 844 },
  { width: 360, height: 740 },
];
test.use({ isMobile: true, hasTouch: true, deviceScaleFactor: 2 });

/** Browsers do not lay out a frame of another site by themselves while it is out of view. */
test('a wallet below the fold of a phone has its height before it is scrolled to, and after each change', {
  tag: '@prove',
}, async ({ page, shop }) => {
  const frame = shop.wallet.frame.owner();
  const height = () => frame.evaluate((element) => element.getBoundingClientRect().height);
  await page.addInitScript(() => {
    if (window.top !== window) return;
    // Each load is a first one: nothing is remembered of those before.
    sessionStorage.clear();
    // This shop has the wallet in its first screen; not every one does.
    addEventListener('DOMContentLoaded', () => {
      document.body.style.paddingBlockStart = '100vh';
    });
  });
  for (const phone of phones) {
    await page.setViewportSize(phone);
    await shop.open();
    await expect(frame).not.toBeInViewport();
    await expect.poll(shop.wallet.unfilledPixels, `${phone.width} px wide, at rest`).toBe(0);
    const atRest = await height();

    await page.evaluate("sdk.wallet.setAppearance({ labels: 'floating' })");
    await expect.poll(height, `${phone.width} px wide, after a change`).toBeLessThan(atRest);
    await expect.poll(shop.wallet.unfilledPixels).toBe(0);
    const changed = await height();

    await frame.evaluate((element) => element.scrollIntoView());
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300))));
    expect(await height(), `${phone.width} px wide, scrolled to`).toBe(changed);
  }
});

/** Messages make the frame grow, and browsers keep what stands below it, such as Pay, in its place. */
test('after Pay at the end of a phone’s page the first field in error stands in view with its label', async ({
  page,
  shop,
}) => {
  for (const phone of phones) {
    await page.setViewportSize(phone);
    await shop.open();
    await shop.wallet.settled.waitFor({ state: 'attached' });
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await shop.payButton.click();
    await expect(shop.wallet.cardNumber).toBeFocused();
    await expect(shop.wallet.frame.getByText('Enter the name as it appears on the card')).toBeVisible();
    await expect.poll(shop.wallet.unfilledPixels, `${phone.width} px wide, with messages`).toBe(0);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300))));
    await expect(shop.wallet.frame.getByText('Card number', { exact: true })).toBeInViewport({ ratio: 1 });
    await expect(shop.wallet.cardNumber).toBeInViewport({ ratio: 1 });
  }
});

test.describe('in a narrow window', () => {
  test.use({ isMobile: false, hasTouch: false, viewport: { width: 375, height: 800 } });

  test('after Pay a field whose message stands already is in view with its label', async ({ shop }) => {
    await shop.open();
    const { wallet } = shop;
    await wallet.settled.waitFor({ state: 'attached' });
    await wallet.cardNumber.fill('4242424242424241');
    await wallet.cardNumber.press('Tab');
    await wallet.expiry.fill('1230');
    await wallet.securityCode.fill('123');
    await wallet.holderName.fill('Ada Lovelace');
    // To press it scrolls as far as it must, and the label goes.
    await shop.payButton.click();
    await expect(wallet.cardNumber).toBeFocused();
    await expect(wallet.frame.getByText('Card number', { exact: true })).toBeInViewport({ ratio: 1 });
  });
});
