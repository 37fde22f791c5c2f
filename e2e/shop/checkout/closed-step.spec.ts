import { expect } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { BareCheckout } from '../../support/pages/bare-checkout.ts';

/** The wallet's step of an accordion: its frame is not laid out until it is opened, or is as narrow as its margins. */
const closings = {
  'that is not rendered': { style: '#wallet:not([data-open]) { display: none }', isLaidOut: false },
  'of no width': { style: '#wallet:not([data-open]) { width: 0; overflow: hidden }', isLaidOut: true },
};

for (const [how, { style, isLaidOut }] of Object.entries(closings)) {
  test(`a wallet in a closed step ${how} has its full height once the step is opened`, async ({
    page,
    stack,
  }) => {
    await page.addInitScript((closed) => {
      if (window.top !== window) return;
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(closed);
      document.adoptedStyleSheets = [sheet];
    }, style);
    const shop = await BareCheckout.serve(page, { stack });
    await shop.start();
    const { wallet } = shop;
    await wallet.settled.waitFor({ state: 'attached' });
    const laidOut = () => wallet.settled.evaluate((element) => element.getBoundingClientRect().height);
    expect((await laidOut()) > 0).toBe(isLaidOut);
    await page.locator('#wallet').evaluate((container) => container.setAttribute('data-open', ''));
    await expect(wallet.cardNumber).toBeVisible();
    await expect.poll(wallet.unfilledPixels).toBe(0);
    expect(await laidOut()).toBeGreaterThan(400);
    await wallet.cardNumber.fill('4242424242424242');
    await expect(wallet.cardNumber).toHaveValue('4242 4242 4242 4242');
  });
}
