import { expect, type Page } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { violationsOn } from '../../support/measures/violations.ts';
import { chooseInDrawer } from '../../support/pages/drawer-choices.ts';
import { openMerchantPage } from '../../support/pages/merchant-page.ts';
import { ProviderPayment } from '../../support/pages/provider-payment.ts';
import { openSheet, ProviderNotice, ProviderSheet, slow } from '../../support/pages/provider-sheet.ts';
import { ShopPage } from '../../support/pages/shop-page.ts';
import { type ProviderName, WalletFrame } from '../../support/pages/wallet-frame.ts';
import { freePort } from '../../support/stack/free-port.ts';
import { startProxy } from '../../support/stack/http-proxy.ts';

/** Ways to, through and around a payment at a provider: by keyboard, with a method that was kept, and by forgery. */

test.setTimeout(120_000);

/** Lines for the page: the frame tells it of a choice by a message, which has come once a later call is answered. */
const told = 'return sdk.wallet.setView("CHECKOUT")';

/** From wherever the focus is. */
async function tabTo(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    // From one frame to another the focus takes a moment; pressed too soon, the next Tab goes past.
    await page.waitForTimeout(50);
    if (await isThere()) return;
  }
  throw new Error('Cannot reach it by Tab: found 60 other stops, wanted fewer');
}

const offerEverything = (page: Page) => chooseInDrawer(page, { methods: 'all' });

for (const [name, theme] of [
  ['Apple Pay', 'light'],
  ['Google Pay', 'dark'],
  ['PayPal', 'light'],
  ['Amazon Pay', 'dark'],
] as const satisfies [ProviderName, string][]) {
  test(`the keyboard alone gets from the shop to paid by ${name}, and axe finds nothing, ${theme}`, {
    tag: '@prove',
  }, async ({ shop, page }) => {
    await offerEverything(page);
    await page.emulateMedia({ colorScheme: theme });
    await shop.open();
    const method = shop.wallet.method(name);
    await expect(method).toBeVisible(slow);
    const radios = shop.wallet.frame.getByRole('radio');
    const isFocused = (element = radios) =>
      element.evaluateAll((all) =>
        all.some((each) => each === document.activeElement && document.hasFocus()),
      );
    await tabTo(page, () => isFocused());
    for (let presses = 0; presses < 8 && !(await method.isChecked()); presses += 1)
      await page.keyboard.press('ArrowUp');
    await expect(method).toBeChecked();
    expect(await violationsOn(page)).toEqual([]);
    await tabTo(page, () => isFocused(shop.payButton));
    const sheet = await openSheet(page, () => page.keyboard.press('Enter'));
    await sheet.page.emulateMedia({ colorScheme: theme });
    expect(await violationsOn(sheet.page)).toEqual([]);
    await tabTo(sheet.page, () => isFocused(sheet.agree));
    await sheet.page.keyboard.press('Enter');
    await expect(shop.paid).toBeVisible(slow);
    expect(await violationsOn(page)).toEqual([]);
  });
}

test('an alternative method that was kept pays without its provider, and can be removed', {
  tag: '@prove',
}, async ({ shop, page, context }) => {
  await shop.open();
  await shop.choose('Google Pay');
  await shop.wallet.frame.getByLabel('Save Google Pay for later').check();
  const sheet = await openSheet(page, () => shop.press());
  await sheet.agree.click();
  await expect(shop.paid).toBeVisible(slow);

  await shop.open();
  const kept = shop.wallet.savedCard('Google Pay ending 4242');
  await expect(kept).toBeChecked(slow);
  await expect(shop.wallet.savedCard(/^Google Pay$/)).toBeVisible(slow);
  await shop.press();
  await expect(shop.paid).toBeVisible(slow);
  expect(context.pages()).toHaveLength(1);
  await page.getByText('Lookup: GET').click(slow);
  await expect(page.getByLabel('Transaction record')).toContainText('"source": "googlepay"', slow);

  await shop.openCards();
  await shop.wallet.button('Remove Google Pay ending 4242').click(slow);
  expect(await violationsOn(page)).toEqual([]);
  await shop.wallet.button('Remove').click();
  await expect(shop.wallet.button('Remove Google Pay ending 4242')).toHaveCount(0);
  await shop.open();
  await expect(shop.wallet.method('Google Pay')).toBeVisible(slow);
  await expect(kept).toHaveCount(0);
});

test('a guest is not asked whether to keep an alternative method', { tag: '@prove' }, async ({
  shop,
  page,
}) => {
  await chooseInDrawer(page, { shopper: 'guest' });
  await shop.open();
  await shop.choose('Google Pay');
  await expect(shop.wallet.frame.getByLabel('Save Google Pay for later')).toHaveCount(0);
});

test('makeInstantPayment and getPaymentMethod say by code what the other one is for, and open nothing', {
  tag: '@prove',
}, async ({ context, merchantPage }) => {
  const { run, wallet } = merchantPage;
  const pay = 'return sdk.wallet.makeInstantPayment()';
  const getMethod = 'return sdk.wallet.getPaymentMethod()';
  await expect(wallet.method('PayPal')).toBeVisible(slow);
  expect(await run(pay)).toEqual({ code: 'payment_method_not_selected' });
  await wallet.method('Google Pay').check();
  await run(told);
  expect(await run(pay)).toEqual({ code: 'payment_method_not_selected' });
  await wallet.method('PayPal').check();
  await run(told);
  expect(await run(getMethod)).toEqual({ code: 'instant_method_selected' });
  expect(context.pages()).toHaveLength(1);
});

test('in the 3DS flow an alternative method carries the fingerprint, as a card does', {
  tag: '@prove',
}, async ({ page, stack }) => {
  const run = await openMerchantPage(page, stack);
  await run(`details = { currency: 'GBP', amount: '10.00' }; return begin()`);
  const wallet = new WalletFrame(page);
  await wallet.method('Google Pay').check(slow);
  await run(told);
  const popup = page.waitForEvent('popup');
  const handing = run('return sdk.wallet.getPaymentMethod()');
  await new ProviderSheet(await popup).agree.click(slow);
  const fingerprint = { walletSdkSessionId: expect.any(String), screenHeight: expect.any(Number) };
  expect(await handing).toMatchObject({ value: { credit_type: 'GP', encrypted_cvv: null, fingerprint } });
});

for (const isolated of [true, false]) {
  const headers = {
    'cross-origin-opener-policy': 'same-origin',
    ...(isolated && { 'cross-origin-embedder-policy': 'require-corp' }),
  };
  test(`a shop cut off from its windows, isolated: ${isolated}, learns the end all the same`, {
    tag: '@prove',
  }, async ({ page, stack }) => {
    const port = await freePort();
    const target = Number(new URL(stack.shopUrls.localhost).port);
    const server = await startProxy({ port, target, headers });
    try {
      const shop = new ShopPage(page, `http://localhost:${port}`);
      await shop.open();
      await shop.choose('PayPal');
      const sheet = await openSheet(page, () => shop.press());
      await expect(new ProviderNotice(page).goBack).toBeVisible();
      await sheet.agree.click();
      await expect(shop.paid).toBeVisible(slow);
    } finally {
      server.close();
    }
  });
}

test('less than the order costs, or a report of an open payment, does not pay it', async ({
  shop,
  page,
  stack,
}) => {
  const payment = await ProviderPayment.watch(page, stack);
  await shop.open();
  await shop.choose('PayPal');
  await page.evaluate((order_id) => {
    const details = { currency: 'EUR' as const, amount: '1.00', metadata: { order_id } };
    return Reflect.get(window, 'sdk').wallet.setPaymentDetails(details);
  }, payment.orderId);
  const sheet = await openSheet(page, () => shop.press());
  await expect(sheet.amount).toHaveText('€1.00');

  const order = `/orders/${payment.orderId}`;
  const early = await page.context().newPage();
  await early.goto(`${new URL(page.url()).origin}${order}?transaction_id=${payment.id}&status=SUCCESS`);
  await expect(early.getByRole('heading', { name: 'Order not paid' })).toBeVisible(slow);
  await early.close();

  await sheet.agree.click();
  await expect(page.getByText('There is a payment that does not match this order.')).toBeVisible(slow);
  expect(await payment.record()).toMatchObject({ status: 'SUCCESS', amount: 1 });
  await expect(shop.paid).toHaveCount(0);
});

test('a result that is sent again, or with another amount, changes nothing', { tag: '@prove' }, async ({
  shop,
  page,
  stack,
}) => {
  const payment = await ProviderPayment.watch(page, stack);
  await shop.open();
  await shop.choose('PayPal');
  const sheet = await openSheet(page, () => shop.press());
  const address = sheet.page.url();
  await sheet.cancel.click();
  await payment.endsFor('page that stayed', { status: 'FAILURE', failure: 'cancelled_by_cardholder' });
  const late = new ProviderSheet(await page.context().newPage());
  await late.page.goto(address);
  await late.agree.click();
  await late.page.waitForURL(/\/wallet\/instant\/return\//, slow).catch(() => {});
  const signed = new URL(address);
  expect((await fetch(signed)).status).toBe(200);
  const text = Buffer.from(signed.searchParams.get('request') ?? '', 'base64url').toString();
  const cheaper = text.replace('"amount":4850', '"amount":1');
  expect(cheaper).not.toBe(text);
  signed.searchParams.set('request', Buffer.from(cheaper).toString('base64url'));
  expect((await fetch(signed)).status).toBe(404);
  await payment.endsFor('page that stayed', { status: 'FAILURE', failure: 'cancelled_by_cardholder' });
});
