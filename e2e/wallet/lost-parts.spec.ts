import { expect, type Page } from '@playwright/test';
import { test } from '../fixtures/stack-test.ts';
import { openMerchantPage } from '../pages/merchant-page.ts';
import { GOOD_CARD, WalletFrame } from '../pages/wallet-frame.ts';

/** What comes behind the form may be lost on the way: what stands stays as the page has set it. */

const BEGIN = `
  globalThis.told = [];
  sdk.wallet.on('checkoutReady', ({ status }) => told.push(status));
  Object.assign(settings, { sandbox_available: ['paypal'], appearance: { theme: 'dark' }, auto_advance: false });
  return begin();
`;

const theme = (wallet: WalletFrame) => wallet.frame.locator('html');
const told = (page: Page) => page.evaluate<boolean[]>('told');

test('MANAGE that was lost comes by Try again, into the wallet as it stands', { tag: '@prove' }, async ({
  page,
  stack,
}) => {
  await page.route('**/ManagePart*.js*', (route) => route.abort());
  const run = await openMerchantPage(page, stack);
  const wallet = new WalletFrame(page);
  await run(BEGIN);
  await run(`return sdk.wallet.setView('MANAGE')`);
  const retry = wallet.button('Try again');
  await retry.waitFor();
  await run(`return sdk.wallet.setView('CHECKOUT')`);
  await expect(wallet.alerts).toHaveCount(0);
  await run(`return sdk.wallet.setView('MANAGE')`);
  await retry.waitFor();
  await page.unroute('**/ManagePart*.js*');
  await retry.click();
  await expect(wallet.button('Add card')).toBeVisible();
  await expect(theme(wallet)).toHaveAttribute('data-theme', 'dark');
  await run(`return sdk.wallet.setView('CHECKOUT')`);
  await expect(wallet.method('PayPal')).toBeVisible();
  await run(`return sdk.wallet.setAppearance({ theme: 'light' })`);
  await expect(theme(wallet)).toHaveAttribute('data-theme', 'light');
  await wallet.type(GOOD_CARD);
  await expect.poll(() => told(page)).toEqual([true]);
});

const NEEDED_TO_PAY = [
  { part: 'card-encryption', what: 'the encryption' },
  { part: 'open-service-client', what: 'the line to the service' },
];
for (const { part, what } of NEEDED_TO_PAY) {
  test(`${what} that was lost comes by Try again, and nothing is told twice`, { tag: '@prove' }, async ({
    page,
    stack,
  }) => {
    await page.route(`**/${part}*.js*`, (route) => route.abort());
    const run = await openMerchantPage(page, stack);
    const wallet = new WalletFrame(page);
    await run(BEGIN);
    await wallet.type(GOOD_CARD);
    await wallet.button('Try again').waitFor();
    expect(await run('return sdk.wallet.getPaymentMethod()')).toEqual({ code: 'service_unreachable' });
    await page.unroute(`**/${part}*.js*`);
    await wallet.button('Try again').click();
    await expect(wallet.button('Try again')).toHaveCount(0);
    await expect(theme(wallet)).toHaveAttribute('data-theme', 'dark');
    expect(await run('return (await sdk.wallet.getPaymentMethod()).last_4_digits')).toEqual({ value: 4242 });
    expect(await told(page)).toEqual([true]);
  });
}

test('express buttons that were lost come by Try again', { tag: '@prove' }, async ({ page, stack }) => {
  await page.route('**/express-part*.js*', (route) => route.abort());
  const run = await openMerchantPage(page, stack);
  const wallet = new WalletFrame(page);
  await run(`settings.express = ['googlepay']; ${BEGIN}`);
  await wallet.button('Try again').waitFor();
  await page.unroute('**/express-part*.js*');
  await wallet.button('Try again').click();
  await expect(wallet.button('Google Pay')).toBeVisible();
});

test('a language that was lost comes when it is asked for again', { tag: '@prove' }, async ({
  page,
  stack,
}) => {
  await page.route('**/locales/de*.js*', (route) => route.abort());
  const run = await openMerchantPage(page, stack);
  const wallet = new WalletFrame(page);
  await run(BEGIN);
  expect(await run(`return sdk.wallet.setLocale('de')`)).toMatchObject({ code: expect.any(String) });
  await expect(wallet.frame.locator('html')).toHaveAttribute('lang', 'en');
  await page.unroute('**/locales/de*.js*');
  expect(await run(`return sdk.wallet.setLocale('de')`)).toEqual({ value: undefined });
  await expect(wallet.frame.locator('html')).toHaveAttribute('lang', 'de');
});
