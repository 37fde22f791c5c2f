import { devices, expect, type Page } from '@playwright/test';
import { ProviderSheet } from './pages/provider-sheet.ts';
import { GOOD_CARD } from './pages/wallet-frame.ts';
import { test } from './stack-test.ts';
import { violationsOn } from './violations.ts';

const { defaultBrowserType: _browser, ...phone } = devices['Pixel 7'];
const slow = { timeout: 20_000 };

/** Presses Pay with PayPal chosen; the window comes in that click. */
async function openSheet(page: Page, press: () => Promise<void>): Promise<ProviderSheet> {
  const [popup] = await Promise.all([page.waitForEvent('popup'), press()]);
  const sheet = new ProviderSheet(popup);
  await expect(sheet.agree).toBeVisible(slow);
  return sheet;
}

/** The record that the order's page shows, with what the service has told by callback. */
async function deskOf(page: Page): Promise<string> {
  // The single-page app links to it.
  const link = page.getByRole('link', { name: 'See the order and its record' });
  if (await link.isVisible()) await link.click();
  const record = page.getByLabel('Transaction record');
  await page.getByText('Lookup: GET').click(slow);
  await expect(record).toContainText('"status"', slow);
  const told = page.getByLabel('Callbacks received');
  return `${await record.textContent()} ${await told.textContent()}`;
}

for (const integration of ['script', 'module'] as const) {
  test(`an instant payment by ${integration}: window, event, transaction, callback and order agree`, async ({
    shop,
    page,
  }) => {
    await shop.open(integration);
    await shop.choose('PayPal');
    const sheet = await openSheet(page, () => shop.press());
    await expect(sheet.amount).toHaveText('€48.50');
    await sheet.agree.click();
    await expect(shop.paid).toBeVisible(slow);
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
}

test.describe('on a phone', () => {
  test.use(phone);

  for (const integration of ['script', 'module'] as const) {
    test(`an instant payment by ${integration} leaves the page and comes back to the order`, async ({
      shop,
      page,
    }) => {
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
    });
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

  test('an alternative method asks in a window there, too', async ({ shop, page }) => {
    await shop.open();
    await shop.choose('Google Pay');
    const sheet = await openSheet(page, () => shop.press());
    await sheet.agree.click();
    await expect(shop.paid).toBeVisible(slow);
  });
});

test('an alternative method is billed like a card', async ({ shop, page }) => {
  await shop.open();
  await shop.choose('Google Pay');
  const sheet = await openSheet(page, () => shop.press());
  expect(await violationsOn(sheet.page)).toEqual([]);
  await sheet.agree.click();
  await expect(shop.paid).toBeVisible(slow);
  expect(await deskOf(page)).toContain('"source": "googlepay"');
});

test('Apple Pay is offered where the device can, or where the sandbox is told so', async ({ shop, page }) => {
  await shop.open();
  await expect(shop.wallet.method('Google Pay')).toBeVisible(slow);
  await expect(shop.wallet.method('Apple Pay')).toBeHidden();
  await page.getByLabel('Always').check();
  await expect(shop.wallet.method('Apple Pay')).toBeVisible(slow);
});

test.describe('an instant payment that does not go through', () => {
  test('refused: the order says why, and a card pays after all', async ({ shop, page }) => {
    await shop.open();
    await shop.choose('PayPal');
    const sheet = await openSheet(page, () => shop.press());
    await sheet.answer('Refuse the payment');
    await expect(shop.refusal.first()).toContainText(/declined|refused/i, slow);
    await shop.pay(GOOD_CARD);
    await expect(shop.paid).toBeVisible(slow);
  });

  test('no money behind the account: refused by whoever holds it', async ({ shop, page }) => {
    await shop.open();
    await shop.choose('PayPal');
    const sheet = await openSheet(page, () => shop.press());
    await sheet.payWith('Visa •••• 9995');
    await expect(shop.refusal.first()).toContainText(/\S/, slow);
    await expect(shop.paid).toBeHidden();
  });

  test('window closed: no verdict, and the same payment goes on', async ({ shop, page }) => {
    await shop.open();
    await shop.choose('PayPal');
    const first = await openSheet(page, () => shop.press());
    const address = first.page.url();
    await first.page.close();
    await expect(shop.wallet.alerts).toContainText('not finished', slow);
    const again = await openSheet(page, () => shop.press());
    expect(again.page.url()).toBe(address);
    await again.agree.click();
    await expect(shop.paid).toBeVisible(slow);
  });

  test('provider down: nothing is decided, and a card pays instead', async ({ shop, page }) => {
    await shop.open();
    await shop.choose('PayPal');
    const sheet = await openSheet(page, () => shop.press());
    await sheet.answer('Break down without an answer');
    await expect(sheet.page.getByRole('heading', { name: /not available/ })).toBeVisible();
    await sheet.page.close();
    await expect(shop.wallet.alerts).toContainText('not finished', slow);
    await shop.pay(GOOD_CARD);
    await expect(shop.paid).toBeVisible(slow);
    expect(await deskOf(page)).toContain('"source": "card"');
  });

  test('window blocked: said at once, nothing started', async ({ shop, page }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await shop.open();
    await shop.choose('PayPal');
    await shop.press();
    await expect(shop.refusal.first()).toContainText('blocked', slow);
  });

  test('network lost while the window is open: the end is heard when it is back', async ({
    shop,
    page,
    context,
  }) => {
    await shop.open();
    await shop.choose('PayPal');
    const sheet = await openSheet(page, () => shop.press());
    await page.route('**/wallet/api/v1/instant/**', (route) => route.abort());
    await sheet.agree.click();
    await page.waitForTimeout(2_000);
    await expect(shop.paid).toBeHidden();
    await page.unroute('**/wallet/api/v1/instant/**');
    await expect(shop.paid).toBeVisible(slow);
    expect(context.pages()).toHaveLength(1);
  });

  test('a double click opens one window and charges once', async ({ shop, page, context }) => {
    await shop.open();
    await shop.choose('PayPal');
    const sheet = await openSheet(page, () => shop.press('dblclick'));
    await page.waitForTimeout(500);
    expect(context.pages()).toHaveLength(2);
    await sheet.agree.dblclick();
    await expect(shop.paid).toBeVisible(slow);
    expect(await deskOf(page)).toContain('"captured": "48.50"');
  });
});

test('an amount changed after the start is another payment: the first can no longer be made', async ({
  shop,
  page,
}) => {
  await shop.open();
  await shop.choose('PayPal');
  const first = await openSheet(page, () => shop.press());
  const address = first.page.url();
  await first.page.close();
  await expect(shop.wallet.alerts).toContainText('not finished', slow);
  await page
    .getByRole('button', { name: /(fewer|less|minus|−|remove)/i })
    .first()
    .click();
  await expect(shop.payButton).not.toHaveText('Pay €48.50');
  const second = await openSheet(page, () => shop.press());
  await expect(second.amount).not.toHaveText('€48.50');
  const late = new ProviderSheet(await page.context().newPage());
  await late.page.goto(address);
  await late.agree.click();
  await second.agree.click();
  await expect(shop.paid).toBeVisible(slow);
  expect(await deskOf(page)).not.toContain('48.5');
});

test('MANAGE offers no way to pay, and says so by code', async ({ shop, page }) => {
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

test('the keyboard alone pays at a provider', async ({ shop, page }) => {
  await shop.open();
  await shop.wallet.method('Google Pay').focus(slow);
  await page.keyboard.press('ArrowDown');
  await expect(shop.wallet.method('PayPal')).toBeChecked();
  await shop.payButton.focus();
  const sheet = await openSheet(page, () => page.keyboard.press('Enter'));
  await sheet.agree.focus();
  await sheet.page.keyboard.press('Enter');
  await expect(shop.paid).toBeVisible(slow);
});

for (const [name, theme] of [
  ['Apple Pay', 'light'],
  ['Google Pay', 'dark'],
  ['PayPal', 'light'],
  ['Amazon Pay', 'dark'],
] as const) {
  test(`axe finds nothing in the list and on the sheet of ${name}, ${theme}`, async ({ shop, page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await shop.open();
    await page.getByLabel('Always').check();
    await shop.choose(name);
    expect(await violationsOn(page)).toEqual([]);
    const sheet = await openSheet(page, () => shop.press());
    await sheet.page.emulateMedia({ colorScheme: theme });
    expect(await violationsOn(sheet.page)).toEqual([]);
  });
}
