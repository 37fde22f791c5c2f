import { expect, type Page } from '@playwright/test';
import { challengedOn } from '../../support/fixtures/merchant-challenge.ts';
import { test } from '../../support/fixtures/stack-test.ts';
import { openMerchantPage, said } from '../../support/pages/merchant-page.ts';
import { GOOD_CARD, WalletFrame } from '../../support/pages/wallet-frame.ts';

/** What comes behind the form may be lost on the way: what stands stays as the page has set it. */

const BEGIN = `
  globalThis.told = [];
  sdk.wallet.on('checkoutReady', ({ status }) => told.push(status));
  Object.assign(settings, { sandbox_available: ['paypal'], appearance: { theme: 'dark' }, auto_advance: false });
  return begin();
`;

const theme = (wallet: WalletFrame) => wallet.frame.locator('html');
const told = (page: Page) => page.evaluate<boolean[]>('told');

test('MANAGE that was lost loads by Try again, into the mounted wallet', { tag: '@prove' }, async ({
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
  { part: 'open-service-client', what: 'the service client' },
];
for (const { part, what } of NEEDED_TO_PAY) {
  test(`${what} that was lost loads by Try again, and no event comes twice`, { tag: '@prove' }, async ({
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

test('express buttons that were lost load by Try again', { tag: '@prove' }, async ({ page, stack }) => {
  await page.route('**/express-part*.js*', (route) => route.abort());
  const run = await openMerchantPage(page, stack);
  const wallet = new WalletFrame(page);
  await run(`settings.express = ['googlepay']; ${BEGIN}`);
  await wallet.button('Try again').waitFor();
  await page.unroute('**/express-part*.js*');
  await wallet.button('Try again').click();
  await expect(wallet.button('Google Pay')).toBeVisible();
});

test('a language that was lost loads when it is set again', { tag: '@prove' }, async ({ page, stack }) => {
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

/** Longer than the frame waits for a part. */
const TOO_LONG_MS = 25_000;

/** Each request of the part is accepted and not answered, until what is returned is called. */
async function stall(page: Page, pattern: string): Promise<() => Promise<void>> {
  await page.clock.install();
  await page.route(pattern, () => {});
  return () => page.unroute(pattern);
}

for (const { part, what } of NEEDED_TO_PAY) {
  test(`${what} that does not load is given up, and loads by Try again`, async ({ page, stack }) => {
    const answer = await stall(page, `**/${part}*.js*`);
    const run = await openMerchantPage(page, stack);
    const wallet = new WalletFrame(page);
    await run(BEGIN);
    await wallet.type(GOOD_CARD);
    const asked = run('return sdk.wallet.getPaymentMethod()');
    await page.clock.fastForward(TOO_LONG_MS);
    expect(await asked).toEqual({ code: 'service_unreachable' });
    const retry = wallet.button('Try again').first();
    await retry.waitFor();
    await answer();
    await retry.click();
    await expect(wallet.button('Try again')).toHaveCount(0);
    expect(await run('return (await sdk.wallet.getPaymentMethod()).last_4_digits')).toEqual({ value: 4242 });
  });
}

test('a language that does not load is given up, and loads when it is set again', async ({ page, stack }) => {
  const answer = await stall(page, '**/locales/de*.js*');
  const run = await openMerchantPage(page, stack);
  const wallet = new WalletFrame(page);
  await run(BEGIN);
  await wallet.settled.waitFor({ state: 'attached' });
  const asked = run(`return sdk.wallet.setLocale('de')`);
  await page.clock.fastForward(TOO_LONG_MS);
  expect(await asked).toEqual({ code: 'service_unreachable' });
  await expect(wallet.frame.locator('html')).toHaveAttribute('lang', 'en');
  await answer();
  expect(await run(`return sdk.wallet.setLocale('de')`)).toEqual({ value: undefined });
  await expect(wallet.frame.locator('html')).toHaveAttribute('lang', 'de');
});

test('MANAGE that does not load says so, and loads by Try again', { tag: '@prove' }, async ({
  page,
  stack,
}) => {
  const answer = await stall(page, '**/ManagePart*.js*');
  const run = await openMerchantPage(page, stack);
  const wallet = new WalletFrame(page);
  await run(BEGIN);
  await wallet.settled.waitFor({ state: 'attached' });
  await run(`return sdk.wallet.setView('MANAGE')`);
  await page.clock.fastForward(TOO_LONG_MS);
  await answer();
  await wallet.button('Try again').click();
  await expect(wallet.button('Add card')).toBeVisible();
});

test('the service client that loads late, after it was given up, works with what is here', {
  tag: '@prove',
}, async ({ page, stack }) => {
  const late: (() => Promise<void>)[] = [];
  await page.clock.install();
  await page.route('**/open-service-client*.js*', (route) => {
    late.push(() => route.continue());
  });
  const run = await openMerchantPage(page, stack);
  const wallet = new WalletFrame(page);
  await run(BEGIN);
  await wallet.type(GOOD_CARD);
  await expect.poll(() => late.length).toBe(1);
  await page.clock.fastForward(TOO_LONG_MS);
  await wallet.button('Try again').click();
  await expect.poll(() => late.length).toBe(2);
  await late[0]?.();
  await expect(wallet.button('Try again')).toHaveCount(0);
  expect(await run('return (await sdk.wallet.getPaymentMethod()).last_4_digits')).toEqual({ value: 4242 });
});

test("the page's dialogs that are lost are drawn in the wallet itself, and the payment goes on", async ({
  page,
  stack,
}) => {
  const errors: unknown[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.route(/\/sdk\/sha256-/, (route) => route.abort());
  const run = await openMerchantPage(page, stack, {
    body: '<div id="wallet"></div><p style="margin-top:3000px">The end</p>',
    script: `
      const { getPaymentMethod } = sdk.wallet;
      sdk.wallet.getPaymentMethod = () => {
        scrollTo(0, document.body.scrollHeight);
        return getPaymentMethod();
      };
    `,
    isGuest: true,
  });
  const { frame, cardNumber } = new WalletFrame(page);
  const { box, status } = await challengedOn(page, run, { ...stack, place: frame });
  await expect(box.code).toBeInViewport();
  expect((await said(page)).filter((name) => name.startsWith('error'))).toEqual([
    'error service_unreachable',
  ]);
  await box.close.click();
  await box.goOn.press('Escape');
  await expect(box.stop).toBeHidden();
  await box.close.press('Enter');
  await box.goOn.click();
  await expect(box.confirm).toBeInViewport({ ratio: 1 });
  await box.answer('1234');
  await expect(box.dialog).toHaveCount(0);
  await expect.poll(status).toBe('SUCCESS');
  await expect(cardNumber).toBeEditable();
  expect(errors).toEqual([]);
});

for (const [locale, lang, sister] of [
  ['de-AT', 'de', 'de-CH'],
  ['tlh', 'en', 'en-US'],
] as const) {
  test(`init in ${locale} waits for no texts beside those of the document`, async ({ page, stack }) => {
    const asked: string[] = [];
    await page.route('**/locales/*.js*', (route) => {
      asked.push(route.request().url());
    });
    const run = await openMerchantPage(page, stack);
    expect(await run(`settings.locale = '${locale}'; ${BEGIN}`)).toEqual({ value: undefined });
    await expect(new WalletFrame(page).frame.locator('html')).toHaveAttribute('lang', lang);
    expect(await run(`return sdk.wallet.setLocale('${lang}')`)).toEqual({ value: undefined });
    expect(await run(`return sdk.wallet.setLocale('${sister}')`)).toEqual({ value: undefined });
    expect(asked).toEqual([]);
  });
}
