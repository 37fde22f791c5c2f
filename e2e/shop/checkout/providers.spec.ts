import { devices, expect, type Page } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { violationsOn } from '../../support/measures/violations.ts';
import { openSheet, ProviderNotice, ProviderSheet, slow } from '../../support/pages/provider-sheet.ts';

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7'];
/** The record that the order's page shows, with what the service has told by callback. */
async function deskOf(page: Page): Promise<string> {
  const record = page.getByLabel('Transaction record');
  await page.getByText('Lookup: GET').click(slow);
  await expect(record).toContainText('"status"', slow);
  const told = page.getByLabel('Callbacks received');
  return `${await record.textContent()} ${await told.textContent()}`;
}

test('an instant payment by module: window, transaction, callback and order agree', async ({
  shop,
  page,
}) => {
  await shop.open('module');
  await shop.choose('PayPal');
  const sheet = await openSheet(page, () => shop.press());
  await expect(sheet.amount).toHaveText('€48.50');
  await expect(shop.payButton).toBeDisabled();
  await expect(shop.underWay).toContainText('in the window that has opened');
  await sheet.agree.click();
  await expect(shop.paid).toBeVisible(slow);
  await expect(page.getByText('Paid with PayPal')).toBeVisible();
  expect(sheet.page.isClosed()).toBe(true);
  const desk = await deskOf(page);
  for (const part of ['"method": "SALE"', '"source": "paypal"', '"amount": 48.5', '"status": "SUCCESS"']) {
    expect(desk).toContain(part);
  }
  await expect(async () => {
    await page.reload();
    expect(await deskOf(page)).toContain('SALE_SUCCEEDED');
  }).toPass(slow);
});

test.describe('on a phone', () => {
  test.use(phone);

  for (const integration of ['script', 'module'] as const) {
    const lane = integration === 'script' ? {} : { tag: '@prove' };
    test(
      `an instant payment by ${integration} leaves the page and comes back to the order`,
      lane,
      async ({ shop, page }) => {
        await shop.open(integration);
        await shop.choose('Amazon Pay');
        await shop.press();
        const sheet = new ProviderSheet(page);
        await expect(sheet.agree).toBeVisible(slow);
        expect(await violationsOn(page)).toEqual([]);
        await sheet.agree.click();
        await expect(shop.paid).toBeVisible(slow);
        expect(new URL(page.url()).searchParams.get('status')).toBe('SUCCESS');
        expect(await deskOf(page)).toContain('"source": "amazonpay"');
      },
    );
  }

  test('a return that says SUCCESS of a payment that was cancelled pays nothing', async ({ shop, page }) => {
    await shop.open();
    await shop.choose('PayPal');
    await shop.press();
    await new ProviderSheet(page).cancel.click(slow);
    await page.waitForURL(/status=FAILURE/, slow);
    await expect(page.getByRole('heading', { name: 'Order not paid' })).toBeVisible(slow);
    await page.goto(page.url().replace('FAILURE', 'SUCCESS'));
    await expect(page.getByRole('heading', { name: 'Order not paid' })).toBeVisible(slow);
    await expect(shop.paid).toBeHidden();
  });

  test('an alternative method asks in a window there, too', { tag: '@prove' }, async ({ shop, page }) => {
    await shop.open();
    await shop.choose('Google Pay');
    const sheet = await openSheet(page, () => shop.press());
    await sheet.agree.click();
    await expect(shop.paid).toBeVisible(slow);
  });
});

test('Apple Pay is offered where the device can, or where the sandbox is told so', { tag: '@prove' }, async ({
  shop,
  page,
}) => {
  await shop.open();
  await expect(shop.wallet.method('Google Pay')).toBeVisible(slow);
  await expect(shop.wallet.method('Apple Pay')).toBeHidden();
  await page.getByLabel('Always').check();
  await expect(shop.wallet.method('Apple Pay')).toBeVisible(slow);
});

test('an amount changed after the start is another payment: the first can no longer be made', {
  tag: '@prove',
}, async ({ shop, page }) => {
  await shop.open();
  await shop.choose('PayPal');
  const first = await openSheet(page, () => shop.press());
  const address = first.page.url();
  await first.page.close();
  await new ProviderNotice(page).cancel.click();
  await expect(shop.payButton).toBeEnabled(slow);
  await page
    .getByRole('button', { name: /(fewer|less|minus|−|remove)/i })
    .first()
    .click();
  await expect(shop.total).not.toHaveText('€48.50');
  const second = await openSheet(page, () => shop.press());
  await expect(second.amount).not.toHaveText('€48.50');
  const late = new ProviderSheet(await page.context().newPage());
  await late.page.goto(address);
  await late.agree.click();
  await second.agree.click();
  await expect(shop.paid).toBeVisible(slow);
  expect(await deskOf(page)).not.toContain('48.5');
});

test('MANAGE offers no way to pay, and says so by code', { tag: '@prove' }, async ({ shop, page }) => {
  await shop.openCards();
  await expect(shop.wallet.button('Add card')).toBeVisible(slow);
  await expect(shop.wallet.method('PayPal')).toBeHidden();
  const code = page.evaluate(() =>
    Reflect.get(window, 'sdk')
      .wallet.makeInstantPayment()
      .catch((error: unknown) => Reflect.get(Object(error), 'code')),
  );
  expect(await code).toBe('view_not_checkout');
});
