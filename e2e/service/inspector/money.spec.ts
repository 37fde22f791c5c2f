import { test as base, expect } from '@playwright/test';
import { violationsOn } from '../../support/measures/violations.ts';
import { InspectorPage } from '../../support/pages/inspector-page.ts';
import { askAdmin, INSPECTOR_TOKEN } from '../../support/stack/admin-client.ts';
import { SECRET_KEY, type Stack, startStack } from '../../support/stack/stack.ts';

const test = base.extend<{ inspector: InspectorPage }, { stack: Stack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const stack = await startStack({ INSPECTOR_TOKEN });
      await use(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  inspector: async ({ page, stack }, use) => use(new InspectorPage(page, stack.inspectorUrl)),
});

async function bill({ serviceUrl }: Stack, form: Record<string, string>) {
  const start = { method: 'SALE', amount: '10.00', currency: 'GBP', merchant_id: '1001' };
  const card = { ccToken: 'tok_sandbox_4242424242424242' };
  const answer = await fetch(`${serviceUrl}/wallet/api/v1/billing`, {
    method: 'POST',
    headers: { secretKey: SECRET_KEY },
    body: new URLSearchParams({ ...start, ...card, ...form }),
  });
  return (await answer.json()).transaction;
}

/** A line of the sandbox's report that nobody here asked for. */
const line = {
  type: 'captured',
  merchantAccount: 'demo',
  reference: 'stranger-1',
  processorReference: 'psp-of-nobody',
  paymentProcessorReference: 'psp-of-nobody',
  currency: 'GBP',
  gross: 1_250,
  fee: 25,
  feeCurrency: 'GBP',
};

/** Near midnight an operation may stand in the report of either day. Returns the day. */
async function goToNoon({ inspectorUrl }: Stack): Promise<string> {
  const { now } = await askAdmin(inspectorUrl, '/api/clock');
  const noon = new Date(now).setUTCHours(36, 0, 0, 0);
  await askAdmin(inspectorUrl, '/api/clock', { advance_seconds: Math.ceil((noon - Date.parse(now)) / 1000) });
  return new Date(noon).toISOString().slice(0, 10);
}

test('a day that differs is compared by a file and read by keyboard alone, and compared again with the acquirer’s own report', async ({
  inspector,
  stack,
}) => {
  const { page } = inspector;
  const day = await goToNoon(stack);
  await bill(stack, { orderID: 'day-1', transactionID: 'sale-of-the-day' });
  await inspector.open(INSPECTOR_TOKEN);
  await inspector.goTo('Reconciliation');
  await page.getByLabel('Day, in UTC').fill(day);
  await page.getByLabel('Acquirer').selectOption('sandbox');
  await page.getByLabel('Report as a file').setInputFiles({
    name: 'report.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify([line])),
  });
  await inspector.button('Compare').press('Enter');
  await expect(inspector.row('Only the acquirer has it', 'psp-of-nobody')).toContainText('£12.50');
  await expect(inspector.row('Only this service has it', 'sale-of-the-day')).toContainText('£10.00');
  await expect(page.getByText('no operation of this service has that reference')).toBeVisible();
  await expect(inspector.row('Totals of sandbox', 'demo')).toContainText('£0.25');
  expect(await violationsOn(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await inspector.button('Compare again: sandbox').press('Enter');
  await expect(page.getByText('They agree.', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'All days' }).press('Enter');
  await expect(inspector.row('Days', 'sandbox').first()).toContainText('They agree');
  await page.goto(`${stack.inspectorUrl}/#/reconciliation/2020-01-01`);
  await expect(page.getByText('This day has not been compared')).toBeVisible();
});

test('a payment whose answer the acquirer drops is found by itself, and while it is down a person decides by its records', {
  tag: '@prove',
}, async ({ inspector, stack }) => {
  const { page } = inspector;
  await inspector.open(INSPECTOR_TOKEN);
  await inspector.goTo('Faults');
  await page.getByLabel('To questions, the acquirer').selectOption('dropAfter');
  await page.getByLabel('How many questions').fill('1');
  await inspector.button('Put in force').press('Enter');
  const chip = page.getByRole('status').filter({ hasText: 'drops the connection after it acted (1 more)' });
  await expect(chip).toBeVisible();
  const { status } = await bill(stack, { orderID: 'in-doubt', transactionID: 'sale-in-doubt' });
  expect(status).toBe('PENDING');
  await expect(chip).toHaveCount(0);
  await inspector.goTo('Undecided');
  await expect(page.getByText('What an acquirer tells that fits no payment')).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await askAdmin(stack.inspectorUrl, '/api/clock', { advance_seconds: 60 });
  await page.goto(`${stack.inspectorUrl}/#/payments?search=sale-in-doubt`);
  await expect(inspector.row('Payments', 'in-doubt')).toContainText('Captured');

  await inspector.goTo('Faults');
  await page.getByLabel('To questions, the acquirer').selectOption('dropAfter');
  await inspector.button('Put in force').press('Enter');
  await expect(page.getByText('In force.', { exact: true })).toBeVisible();
  await bill(stack, { orderID: 'decided', transactionID: 'sale-to-decide' });
  await page.getByLabel('To questions, the acquirer').selectOption('down');
  await inspector.button('Put in force').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'the acquirer is down' })).toBeVisible();
  await askAdmin(stack.inspectorUrl, '/api/clock', { advance_seconds: 60 });
  await inspector.goTo('Undecided');
  await page.locator('summary').filter({ hasText: 'Decide it' }).press('Enter');
  await page.getByLabel('Where it says so').fill('settlement report, line 7');
  await inspector.button('Decide …').press('Enter');
  await expect(inspector.button('Leave it undecided')).toBeFocused();
  expect(await violationsOn(page)).toEqual([]);
  await inspector.button('It was done').press('Enter');
  await expect(page.getByText('Nothing is undecided')).toBeVisible();
  await inspector.goTo('Audit');
  await expect(inspector.row('Acts', 'payment.decided')).toContainText('settlement report, line 7');
});

test('a processor is added, a merchant moves to it and back, and it is removed, by keyboard alone', async ({
  inspector,
}) => {
  const { page } = inspector;
  await inspector.open(INSPECTOR_TOKEN);
  await inspector.goTo('Accounts');
  await page.getByText('Add a processor').press('Enter');
  const form = page.getByRole('group').filter({ has: page.getByText('Add a processor') });
  await form.getByLabel('Name', { exact: true }).fill('adyen-eu');
  await form.getByLabel('Merchant account at Adyen').fill('ShopCOM');
  await form.getByLabel('API key').fill('key-of-the-company');
  await form
    .getByLabel('HMAC keys of the webhook')
    .fill('44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056');
  await form.getByRole('button', { name: 'Add' }).press('Enter');
  await expect(page.getByText('adyen-eu is configured.')).toBeVisible();
  await expect(form.getByLabel('API key')).toHaveValue('');
  const move = async (processor: string) => {
    const merchant = page.getByRole('group').filter({ hasText: 'merchant_id 1002' });
    if (!(await merchant.getByLabel('Processor').isVisible()))
      await merchant.locator('summary').press('Enter');
    await merchant.getByLabel('Several captures of one authorisation').uncheck();
    await merchant.getByLabel('Processor').selectOption(processor);
    await merchant.getByRole('button', { name: 'Save' }).press('Enter');
    const isAway = processor === 'sandbox';
    await expect(merchant.locator('summary').filter({ hasText: 'at adyen-eu' })).toHaveCount(isAway ? 0 : 1);
  };
  await move('adyen-eu');
  await page
    .locator('summary')
    .filter({ hasText: /^adyen-eu/ })
    .press('Enter');
  await inspector.button('Remove the processor adyen-eu').press('Enter');
  await inspector.button('Remove it').press('Enter');
  await expect(inspector.problem).toContainText('processor_in_use');
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.content()).not.toContain('key-of-the-company');
  await move('sandbox');
  await inspector.button('Remove the processor adyen-eu').press('Enter');
  await inspector.button('Remove it').press('Enter');
  await expect(page.getByText('None: all its merchants are at the sandbox').first()).toBeVisible();
});
