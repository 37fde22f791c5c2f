import { devices, expect, type Page, type Route } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { sdkDialog, violationsOn } from '../../support/measures/violations.ts';
import { ProviderPayment } from '../../support/pages/provider-payment.ts';
import { openSheet, ProviderNotice, ProviderSheet, slow } from '../../support/pages/provider-sheet.ts';
import type { ShopPage } from '../../support/pages/shop-page.ts';
import { GOOD_CARD } from '../../support/pages/wallet-frame.ts';
import { askAdmin } from '../../support/stack/admin-client.ts';

/** Every end of a payment at a provider, beside the page and in its place, and that all who are told say the same. */

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7'];
test.setTimeout(120_000);

type Device = 'desktop' | 'phone';

/** Presses Pay: a window comes in that click, or the page itself goes. */
async function visit(device: Device, { shop, page }: { shop: ShopPage; page: Page }): Promise<ProviderSheet> {
  await shop.choose('PayPal');
  if (device === 'desktop') return openSheet(page, () => shop.press());
  await shop.press();
  const sheet = new ProviderSheet(page);
  await expect(sheet.agree).toBeVisible(slow);
  return sheet;
}

/** The notice stands at once, and is there until the shopper says what to do. */
async function cancelAfterClosing(sheet: ProviderSheet, page: Page): Promise<void> {
  const notice = new ProviderNotice(page);
  await expect(notice.dialog).toBeVisible();
  await sheet.page.close();
  await notice.cancel.click();
  await expect(notice.dialog).toHaveCount(0, slow);
}

const decided = [
  ['agreed', (sheet) => sheet.agree.click(), { status: 'SUCCESS' }],
  ['refused', (sheet) => sheet.answer('refuse'), { status: 'FAILURE', failure: 'do_not_honor' }],
  [
    'no money behind it',
    (sheet) => sheet.payWith('Visa •••• 9995'),
    { status: 'FAILURE', failure: 'insufficient_funds' },
  ],
  ['cancelled', (sheet) => sheet.cancel.click(), { status: 'FAILURE', failure: 'cancelled_by_cardholder' }],
] as const satisfies readonly [string, (sheet: ProviderSheet) => Promise<void>, object][];

for (const device of ['desktop', 'phone'] as const) {
  const isPhone = device === 'phone';
  test.describe(`on a ${device}`, isPhone ? { tag: '@prove' } : {}, () => {
    test.use(isPhone ? phone : {});

    for (const [name, act, end] of decided) {
      const lane = name === 'agreed' || name === 'cancelled' ? {} : { tag: '@prove' };
      test(
        `${name}: event, transaction, callback and the way back agree`,
        lane,
        async ({ shop, page, stack }) => {
          const payment = await ProviderPayment.watch(page, stack);
          await shop.open();
          const sheet = await visit(device, { shop, page });
          await act(sheet);
          const unpaid = isPhone
            ? page.getByRole('heading', { name: 'Order not paid' })
            : shop.refusal.first();
          await expect(end.status === 'SUCCESS' ? shop.paid : unpaid).toBeVisible(slow);
          await payment.endsFor(isPhone ? 'page that left' : 'page that stayed', end);
          if (isPhone) expect(page.url()).toBe(await payment.wayBack());
          else expect(sheet.page.isClosed()).toBe(true);
        },
      );
    }

    test('approved slowly: a shopper who takes longer is not given up', { tag: '@prove' }, async ({
      shop,
      page,
      stack,
    }) => {
      const payment = await ProviderPayment.watch(page, stack);
      await shop.open();
      const sheet = await visit(device, { shop, page });
      await sheet.answer('slow');
      await page.waitForTimeout(5_000);
      await expect(shop.refusal).toHaveCount(0);
      await expect(shop.paid).toBeVisible(slow);
      await payment.endsFor(isPhone ? 'page that left' : 'page that stayed', { status: 'SUCCESS' });
    });

    test('left without an answer: nothing is charged, and a card pays', { tag: '@prove' }, async ({
      shop,
      page,
      stack,
    }) => {
      const payment = await ProviderPayment.watch(page, stack);
      await shop.open();
      const sheet = await visit(device, { shop, page });
      if (isPhone) await page.goBack();
      else await cancelAfterClosing(sheet, page);
      const status = isPhone ? 'PENDING' : 'FAILURE';
      if (!isPhone) await expect(shop.refusal.first()).toContainText('You stopped this payment', slow);
      await expect(shop.payButton).toBeEnabled();
      await expect(shop.underWay).toHaveCount(0);
      expect(await payment.record()).toMatchObject({ status, sandbox: { captured: '0.00' } });
      expect(await payment.wayBack()).toContain(`status=${status}`);
      const left = payment.id;
      await shop.wallet.newCard.check(slow);
      await shop.wallet.type(GOOD_CARD);
      // On a small screen it scrolls into view first, and a click would meet the frame that was there before.
      await shop.payButton.press('Enter');
      await expect(shop.paid).toBeVisible(slow);
      expect(payment.callbacks()).not.toContainEqual(
        expect.objectContaining({ transactionId: left, info: 'SALE_SUCCEEDED' }),
      );
    });

    test('broken down at the provider: nothing is decided, and going on pays once', {
      tag: '@prove',
    }, async ({ shop, page, stack }) => {
      const payment = await ProviderPayment.watch(page, stack);
      await shop.open();
      const sheet = await visit(device, { shop, page });
      const address = sheet.page.url();
      await sheet.answer('down');
      await expect(sheet.page.getByRole('heading', { name: /not available/ })).toBeVisible();
      expect(await payment.record()).toMatchObject({ status: 'PENDING' });
      if (isPhone) await page.goto(address);
      else await sheet.page.close();
      const again = isPhone ? sheet : await openSheet(page, () => new ProviderNotice(page).goBack.click());
      expect(again.page.url()).toBe(address);
      await again.agree.click();
      await expect(shop.paid).toBeVisible(slow);
      await payment.endsFor(isPhone ? 'page that left' : 'page that stayed', { status: 'SUCCESS' });
    });

    test('down before the start: said at once, no window stays, nothing is on record', {
      tag: '@prove',
    }, async ({ shop, page, context }) => {
      await shop.open();
      await shop.choose('PayPal');
      // For 3000.00 the sandbox's providers are down.
      await page.evaluate(() =>
        Reflect.get(window, 'sdk').wallet.setPaymentDetails({
          currency: 'EUR',
          amount: '3000.00',
          return_url: `${location.origin}/orders/1`,
        }),
      );
      await shop.press();
      await expect(shop.wallet.alerts).toContainText('Nothing was charged', slow);
      expect(context.pages()).toHaveLength(1);
      expect(new URL(page.url()).pathname).toBe('/');
    });

    test('no network at the start: said at once; the same payment starts when it is back', {
      tag: '@prove',
    }, async ({ shop, page, context, stack }) => {
      await shop.open();
      await shop.choose('PayPal');
      await context.setOffline(true);
      await shop.press();
      await expect(shop.wallet.alerts.filter({ hasText: 'offline' })).toBeVisible(slow);
      expect(context.pages()).toHaveLength(1);
      await context.setOffline(false);
      const payment = await ProviderPayment.watch(page, stack);
      await page.reload();
      const sheet = await visit(device, { shop, page });
      await sheet.agree.click();
      await expect(shop.paid).toBeVisible(slow);
      await payment.endsFor(isPhone ? 'page that left' : 'page that stayed', { status: 'SUCCESS' });
    });

    test('pressed twice: one sheet, one charge', async ({ shop, page, context, stack }) => {
      const payment = await ProviderPayment.watch(page, stack);
      await shop.open();
      await shop.choose('PayPal');
      const popup = isPhone ? Promise.resolve(page) : page.waitForEvent('popup');
      const [at] = await Promise.all([popup, shop.press('dblclick')]);
      const sheet = new ProviderSheet(at);
      await expect(sheet.agree).toBeVisible(slow);
      if (!isPhone) {
        await expect(shop.payButton).toBeDisabled();
        await expect(shop.underWay).toContainText('in the window that has opened');
        // A click all the same.
        await shop.payButton.dispatchEvent('click');
      }
      expect(context.pages()).toHaveLength(isPhone ? 1 : 2);
      await sheet.agree.dblclick();
      await expect(shop.paid).toBeVisible(slow);
      await payment.endsFor(isPhone ? 'page that left' : 'page that stayed', { status: 'SUCCESS' });
    });

    test('a blocked window: said at once, nothing started', async ({ shop, page }) => {
      await page.addInitScript(() => {
        document.open = () => null as never;
      });
      const started: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/wallet/api/v1/instant')) started.push(request.url());
      });
      await shop.open();
      // On a phone an instant one needs no window.
      await shop.choose(isPhone ? 'Google Pay' : 'PayPal');
      await shop.press();
      await expect(shop.refusal.first()).toContainText('blocked', slow);
      expect(started).toEqual([]);
    });

    test('an alternative method bills nothing when refused, cancelled or left, and bills when approved', {
      tag: '@prove',
    }, async ({ shop, page }) => {
      const billed: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/orders')) billed.push(request.url());
      });
      await shop.open();
      await shop.choose('Google Pay');
      const press = () => openSheet(page, () => shop.press());
      await (await press()).answer('refuse');
      await expect(shop.wallet.alerts).toContainText('refused', slow);
      await (await press()).cancel.click();
      await expect(shop.wallet.alerts).toContainText('not finished', slow);
      await cancelAfterClosing(await press(), page);
      await expect(shop.wallet.alerts).toContainText('not finished', slow);
      expect(billed).toEqual([]);
      await (await press()).agree.click();
      await expect(shop.paid).toBeVisible(slow);
      expect(billed).toHaveLength(1);
    });
  });
}

test('a window that was closed comes back from the notice over the dimmed shop, and pays once', {
  tag: '@prove',
}, async ({ shop, page, context, stack }) => {
  const payment = await ProviderPayment.watch(page, stack);
  const notice = new ProviderNotice(page);
  await shop.open();
  const sheet = await visit('desktop', { shop, page });
  const address = sheet.page.url();
  await expect(notice.goBack).toBeFocused();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOn(page, sdkDialog())).toEqual([]);
  }
  await notice.goBack.press('Enter');
  expect(context.pages()).toHaveLength(2);
  await sheet.page.close();
  const again = await openSheet(page, () => notice.goBack.press('Enter'));
  expect(again.page.url()).toBe(address);
  await again.agree.click();
  await expect(shop.paid).toBeVisible(slow);
  await expect(notice.dialog).toHaveCount(0);
  expect(again.page.isClosed()).toBe(true);
  await payment.endsFor('page that stayed', { status: 'SUCCESS' });
});

const internalError = { error: { code: 'internal_error', message: 'The service failed' } };

const faults = [
  ['network lost', (route) => route.abort()],
  ['service at fault', (route) => route.fulfill({ status: 500, json: internalError })],
] as const satisfies readonly [string, (route: Route) => Promise<void>][];

for (const [name, answer] of faults) {
  test(`${name} while the window is open: its outcome arrives when it is back`, { tag: '@prove' }, async ({
    shop,
    page,
    context,
    stack,
  }) => {
    const payment = await ProviderPayment.watch(page, stack);
    await shop.open();
    const sheet = await visit('desktop', { shop, page });
    await page.route('**/wallet/api/v1/instant/**', answer);
    const isAsked = () => page.waitForRequest((request) => request.url().includes('/instant/'));
    await Promise.all([isAsked(), sheet.agree.click()]);
    await isAsked();
    await expect(shop.paid).toBeHidden();
    await page.unroute('**/wallet/api/v1/instant/**');
    await expect(shop.paid).toBeVisible(slow);
    expect(context.pages()).toHaveLength(1);
    await payment.endsFor('page that stayed', { status: 'SUCCESS' });
  });
}

test('nobody answers for 15 minutes: it ends as timed out, and the window closes', { tag: '@prove' }, async ({
  shop,
  page,
  stack,
}) => {
  const payment = await ProviderPayment.watch(page, stack);
  await shop.open();
  const sheet = await visit('desktop', { shop, page });
  await askAdmin(stack.inspectorUrl, '/api/clock', { advance_seconds: 15 * 60 - 30 });
  expect(await payment.record()).toMatchObject({ status: 'PENDING' });
  await askAdmin(stack.inspectorUrl, '/api/clock', { advance_seconds: 30 });
  await expect(shop.refusal.first()).toContainText(/\S/, slow);
  await payment.endsFor('page that stayed', { status: 'FAILURE', failure: 'timeout' });
  await expect.poll(() => sheet.page.isClosed(), slow).toBe(true);
  await expect(shop.payButton).toBeEnabled();
});

test('axe finds nothing on the last page of a window that a browser does not let close', {
  tag: '@prove',
}, async ({ shop, page, stack, context }) => {
  const payment = await ProviderPayment.watch(page, stack);
  await shop.open();
  const sheet = await visit('desktop', { shop, page });
  const last = await context.newPage();
  const endsOn = async (heading: string) => {
    // A tab with a past of its own is not the page's to close.
    await last.goto(stack.shopUrls.localhost);
    await last.goto(payment.returnAddress);
    await expect(last.getByRole('heading', { name: heading })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await last.emulateMedia({ colorScheme });
      expect(await violationsOn(last)).toEqual([]);
    }
    await expect(last.getByRole('link', { name: 'Back to the shop' })).toBeVisible();
  };
  await endsOn('Waiting for the result');
  await sheet.answer('refuse');
  await expect(shop.refusal.first()).toContainText(/declined|refused/i, slow);
  await endsOn('Nothing was charged');
  const again = await openSheet(page, () => shop.press());
  await again.agree.click();
  await expect(shop.paid).toBeVisible(slow);
  await endsOn('Done');
});
