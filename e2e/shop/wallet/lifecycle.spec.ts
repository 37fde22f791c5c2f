import { expect } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import {
  heapOf,
  initAndDestroy,
  livingIn,
  SETTLE_MS,
  WARM_UP,
} from '../../support/measures/init-and-destroy.ts';
import { violationsOn } from '../../support/measures/violations.ts';
import { openMerchantPage, said } from '../../support/pages/merchant-page.ts';
import { GOOD_CARD, WalletFrame } from '../../support/pages/wallet-frame.ts';

/** The frame asks for its script again each second. */
const LOST_FOR_SECONDS = 7;

/** What happens to a wallet on pages as they are: each ends in a working wallet or in a coded reason. */

test('a page whose policy allows no frame gets a notice and a code', async ({ page, stack }) => {
  const policy = `<meta http-equiv="Content-Security-Policy" content="frame-src 'none'">`;
  const run = await openMerchantPage(page, stack, { head: policy });
  expect(await run('return begin()')).toEqual({ code: 'frame_blocked' });
  expect(await said(page)).toEqual(['error frame_blocked']);
  await expect(page.getByRole('alert')).toHaveText(/^The payment form could not be loaded\.\s?Try again$/);
});

test('a wallet whose frame is reloaded ends with a code, and init brings it again', async ({
  page,
  stack,
}) => {
  const run = await openMerchantPage(page, stack);
  const wallet = new WalletFrame(page);
  expect(await run('return begin()')).toEqual({ value: undefined });
  await wallet.type(GOOD_CARD);
  await page.frames()[1]?.evaluate(() => location.reload());
  await expect.poll(() => said(page)).toContain('error container_removed');
  expect(await run('return sdk.wallet.getPaymentMethod()')).toEqual({ code: 'container_removed' });
  expect(await run('return begin()')).toEqual({ value: undefined });
  await wallet.type(GOOD_CARD);
  expect(await run('return (await sdk.wallet.getPaymentMethod()).last_4_digits')).toEqual({ value: 4242 });
});

test('a language that the wallet does not have changes no text and no timing', async ({ page, stack }) => {
  const run = await openMerchantPage(page, stack);
  expect(await run(`settings.locale = 'tlh'; return begin()`)).toEqual({ value: undefined });
  await expect.poll(() => said(page)).toEqual(['init', 'ready']);
});

test('a frame that an extension blocked loads by Try again once it is allowed', { tag: '@prove' }, async ({
  page,
  stack,
}) => {
  const run = await openMerchantPage(page, stack);
  await page.route('**/wallet/frame?*', (route) => route.abort());
  expect(await run('return begin()')).toEqual({ code: expect.stringMatching(/^frame_/) });
  await page.unroute('**/wallet/frame?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await new WalletFrame(page).type(GOOD_CARD);
  expect(await run('return (await sdk.wallet.getPaymentMethod()).last_4_digits')).toEqual({ value: 4242 });
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test("a form whose script is late beyond the frame's timeout takes input before it, and works", {
  tag: '@prove',
}, async ({ page, stack }) => {
  const run = await openMerchantPage(page, stack);
  const wallet = new WalletFrame(page);
  let lost = 0;
  await page.route('**/wallet/assets/main-*.js*', async (route) => {
    lost += 1;
    if (lost === 1) await wallet.cardNumber.fill(GOOD_CARD.number.replaceAll(' ', ''));
    return lost > LOST_FOR_SECONDS ? route.continue() : route.abort();
  });
  expect(await run('return begin()')).toEqual({ value: undefined });
  expect(lost).toBeGreaterThan(LOST_FOR_SECONDS);
  await expect(wallet.cardNumber).toHaveValue(GOOD_CARD.number);
});

test('a wallet that is started offline after an earlier one says so in its language, and loads by its button', {
  tag: '@prove',
}, async ({ page, stack }) => {
  const run = await openMerchantPage(page, stack);
  const wallet = new WalletFrame(page);
  await run(`settings.locale = 'ar'; return begin()`);
  await expect(wallet.frame.locator('html')).toHaveAttribute('lang', 'ar');
  await run('return sdk.wallet.destroy()');
  await page.context().setOffline(true);
  expect(await run('return begin()')).toEqual({ code: 'offline' });
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('أنت غير متصل بالإنترنت');
  await expect(notice).toHaveAttribute('dir', 'rtl');
  expect(await violationsOn(page, '#wallet')).toEqual([]);
  await page.context().setOffline(false);
  await notice.getByRole('button', { name: 'إعادة المحاولة' }).click();
  await expect(wallet.frame.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(notice).toHaveCount(0);
});

test('offline gets a notice and a code, and the typed card pays afterwards', async ({
  page,
  merchantPage,
}) => {
  const { run, wallet } = merchantPage;
  await wallet.type(GOOD_CARD);
  await page.context().setOffline(true);
  expect(await run('return sdk.wallet.getPaymentMethod()')).toEqual({ code: 'offline' });
  await expect(wallet.alerts).toContainText('You’re offline');
  await page.context().setOffline(false);
  await expect(wallet.alerts).toHaveCount(0);
  expect(await run('return (await sdk.wallet.getPaymentMethod()).last_4_digits')).toEqual({ value: 4242 });
});

test('the setters work across origins, and keep the input', async ({ page, merchantPage }) => {
  const { run, wallet } = merchantPage;
  await wallet.type(GOOD_CARD);
  const outcome = await run(`
    await sdk.wallet.setView('MANAGE');
    await sdk.wallet.setView('CHECKOUT');
    await sdk.wallet.setPaymentDetails({ ...details, amount: '50.00' });
    await sdk.wallet.setAcceptedCreditCards(['visa']);
    await sdk.wallet.setAppearance({ theme: 'dark', labels: 'floating', variables: { radius: '0px' } });
    await sdk.wallet.setLocale('ar-EG');
    return document.querySelector('iframe').title;
  `);
  await expect(page.locator('iframe')).toHaveAttribute('lang', 'ar');
  expect(outcome).toHaveProperty('value');
  await expect(wallet.frame.getByLabel('رقم البطاقة', { exact: true })).toHaveValue(GOOD_CARD.number);
  await expect(wallet.frame.locator('html')).toHaveAttribute('dir', 'rtl');
  expect(await run('return sdk.wallet.setAcceptedCreditCards(["diners"])')).toEqual({
    code: 'invalid_argument',
  });
  const hostile = `sdk.wallet.setAppearance({ variables: { colorText: 'url(https://evil.example)' } })`;
  expect(await run(`return ${hostile}`)).toEqual({ code: 'invalid_argument' });
});

test('two scripts keep the first SDK and warn', { tag: '@prove' }, async ({ page, stack }) => {
  const warnings: string[] = [];
  page.on('console', (message) => warnings.push(message.text()));
  const head = `<script src="${stack.serviceUrl}/sdk/sdk.js"></script><script>var first = window.sdk;</script>`;
  const run = await openMerchantPage(page, stack, { head });
  expect(warnings).toEqual(['sdk: loaded twice']);
  expect(await run('return sdk === first && sdk.version')).toEqual({
    value: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  });
  expect(await run('await begin(); return document.querySelectorAll("iframe").length')).toEqual({ value: 1 });
});

test('a container in a closed shadow root holds a working wallet', { tag: '@prove' }, async ({
  page,
  stack,
}) => {
  const run = await openMerchantPage(page, stack);
  const outcome = await run(`
    const root = document.querySelector('#wallet').attachShadow({ mode: 'closed' });
    settings.container = root.appendChild(document.createElement('div'));
    await begin();
    return sdk.wallet.getPaymentMethod().catch(({ code }) => [code, root.querySelector('iframe').clientHeight > 200]);
  `);
  expect(outcome).toEqual({ value: ['payment_method_incomplete', true] });
});

test('init, destroy and init at once show one working wallet', async ({ page, stack }) => {
  const run = await openMerchantPage(page, stack);
  const outcome = await run(`
    const first = begin().catch(({ code }) => code);
    sdk.wallet.destroy();
    await begin();
    return [await first, document.querySelectorAll('iframe').length];
  `);
  expect(outcome).toEqual({ value: ['destroyed', 1] });
});

test('a hundred times init and destroy leave no element, listener, frame or heap behind', {
  tag: '@prove',
}, async ({ page, stack }) => {
  const run = await openMerchantPage(page, stack);
  const devtools = await page.context().newCDPSession(page);
  const left = () => livingIn(page, devtools);
  await initAndDestroy(run, WARM_UP);
  await page.waitForTimeout(SETTLE_MS);
  // The first look brings listeners of the test's own.
  await left();
  const before = await left();
  const grownBy100 = async () => {
    const heapBefore = await heapOf(devtools);
    await initAndDestroy(run, 100);
    await expect.poll(left).toEqual(before);
    return (await heapOf(devtools)) - heapBefore;
  };
  // What wallets leave behind comes with each hundred; what the browser compiles late, on a busy machine, comes once.
  let growth = await grownBy100();
  for (let times = 1; times < 3 && growth > 100_000; times += 1) growth = await grownBy100();
  expect(growth).toBeLessThanOrEqual(100_000);
});
