import { devices, expect, type Page } from '@playwright/test';
import { ProviderPayment } from './pages/provider-payment.ts';
import { ProviderSheet } from './pages/provider-sheet.ts';
import type { ShopPage } from './pages/shop-page.ts';
import { GOOD_CARD } from './pages/wallet-frame.ts';
import { test } from './stack-test.ts';

/** Every end of a payment at a provider, beside the page and in its place, and that all who are told say the same. */

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7'];
const slow = { timeout: 40_000 };
test.setTimeout(120_000);

type Device = 'desktop' | 'phone';

/** Presses Pay: a window comes in that click, or the page itself goes. */
async function visit(device: Device, { shop, page }: { shop: ShopPage; page: Page }): Promise<ProviderSheet> {
  await shop.choose('PayPal');
  const popup = device === 'desktop' ? page.waitForEvent('popup') : Promise.resolve(page);
  const [at] = await Promise.all([popup, shop.press()]);
  const sheet = new ProviderSheet(at);
  await expect(sheet.agree).toBeVisible(slow);
  return sheet;
}

const decided = [
  ['agreed', (sheet) => sheet.agree.click(), { status: 'SUCCESS' }],
  ['agreed slowly', (sheet) => sheet.answer('Agree after 8 seconds'), { status: 'SUCCESS' }],
  ['refused', (sheet) => sheet.answer('Refuse the payment'), { status: 'FAILURE', failure: 'do_not_honor' }],
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
      test(`${name}: event, transaction, callback and the way back agree`, async ({ shop, page, stack }) => {
        const payment = await ProviderPayment.watch(page, stack);
        await shop.open();
        const sheet = await visit(device, { shop, page });
        await act(sheet);
        const unpaid = isPhone ? page.getByRole('heading', { name: 'Order not paid' }) : shop.refusal.first();
        await expect(end.status === 'SUCCESS' ? shop.paid : unpaid).toBeVisible(slow);
        await payment.endsFor(isPhone ? 'page that left' : 'page that stayed', end);
        if (isPhone) expect(page.url()).toBe(await payment.wayBack());
        else expect(sheet.page.isClosed()).toBe(true);
      });
    }

    test('a shopper who takes longer is not given up', async ({ shop, page, stack }) => {
      const payment = await ProviderPayment.watch(page, stack);
      await shop.open();
      const sheet = await visit(device, { shop, page });
      await page.waitForTimeout(5_000);
      await expect(shop.refusal).toHaveCount(0);
      await sheet.agree.click();
      await expect(shop.paid).toBeVisible(slow);
      await payment.endsFor(isPhone ? 'page that left' : 'page that stayed', { status: 'SUCCESS' });
    });

    test('left without an answer: nothing is decided, and a card pays', async ({ shop, page, stack }) => {
      const payment = await ProviderPayment.watch(page, stack);
      await shop.open();
      const sheet = await visit(device, { shop, page });
      if (isPhone) await page.goBack();
      else await sheet.page.close();
      if (!isPhone) await expect(shop.wallet.alerts).toContainText('not finished', slow);
      expect(await payment.record()).toMatchObject({ status: 'PENDING', sandbox: { captured: '0.00' } });
      expect(await payment.wayBack()).toContain('status=PENDING');
      const left = payment.id;
      await shop.wallet.newCard.waitFor(slow);
      await shop.wallet.type(GOOD_CARD);
      // On a small screen it scrolls into view first, and a click would meet the frame that was there before.
      await shop.payButton.press('Enter');
      await expect(shop.paid).toBeVisible(slow);
      expect(payment.callbacks()).not.toContainEqual(
        expect.objectContaining({ transactionId: left, info: 'SALE_SUCCEEDED' }),
      );
    });

    test('broken down at the provider: nothing is decided, and going on pays once', async ({
      shop,
      page,
      stack,
    }) => {
      const payment = await ProviderPayment.watch(page, stack);
      await shop.open();
      const sheet = await visit(device, { shop, page });
      const address = sheet.page.url();
      await sheet.answer('Break down without an answer');
      await expect(sheet.page.getByRole('heading', { name: /not available/ })).toBeVisible();
      expect(await payment.record()).toMatchObject({ status: 'PENDING' });
      await sheet.page.goto(address);
      await sheet.agree.click();
      await expect(shop.paid).toBeVisible(slow);
      await payment.endsFor(isPhone ? 'page that left' : 'page that stayed', { status: 'SUCCESS' });
    });

    test('down before the start: said at once, no window stays, nothing is on record', async ({
      shop,
      page,
      context,
    }) => {
      await shop.open();
      await shop.choose('PayPal');
      // For 3000.00 the sandbox's providers are down.
      await page.evaluate(() =>
        Reflect.get(window, 'sdk').wallet.setPaymentDetails({
          ...{ currency: 'EUR', amount: '3000.00', return_url: `${location.origin}/orders/1` },
        }),
      );
      await shop.press();
      await expect(shop.refusal.first()).toContainText('not available', slow);
      expect(context.pages()).toHaveLength(1);
      expect(new URL(page.url()).pathname).toBe('/');
    });

    test('no network at the start: said at once; the same payment starts when it is back', async ({
      shop,
      page,
      context,
      stack,
    }) => {
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
      expect(context.pages()).toHaveLength(isPhone ? 1 : 2);
      await sheet.agree.dblclick();
      await expect(shop.paid).toBeVisible(slow);
      await payment.endsFor(isPhone ? 'page that left' : 'page that stayed', { status: 'SUCCESS' });
    });

    test('a blocked window: said at once, nothing started', async ({ shop, page }) => {
      await page.addInitScript(() => {
        window.open = () => null;
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

    test('an alternative method that is refused, cancelled or left bills nothing, and agreed it bills', async ({
      shop,
      page,
    }) => {
      const billed: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/orders')) billed.push(request.url());
      });
      await shop.open();
      await shop.choose('Google Pay');
      const press = async () => {
        const [popup] = await Promise.all([page.waitForEvent('popup'), shop.press()]);
        return new ProviderSheet(popup);
      };
      await (await press()).answer('Refuse the payment');
      await expect(shop.wallet.alerts).toContainText('refused', slow);
      await (await press()).cancel.click();
      await expect(shop.wallet.alerts).toContainText('not finished', slow);
      const left = await press();
      await expect(left.agree).toBeVisible(slow);
      await left.page.close();
      await expect(shop.wallet.alerts).toContainText('not finished', slow);
      expect(billed).toEqual([]);
      await (await press()).agree.click();
      await expect(shop.paid).toBeVisible(slow);
      expect(billed).toHaveLength(1);
    });
  });
}
