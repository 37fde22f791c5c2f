import { once } from 'node:events';
import { expect } from '@playwright/test';
import { payAtProvider } from 'embeddable-wallet/testing';
import { asJson } from '../support/fixtures/readme-order.ts';
import { NOT_CHARGED, PAID, test, visit } from '../support/fixtures/readme-shop.ts';
import { printed } from '../support/measures/printed.ts';
import { ChallengeBox } from '../support/pages/challenge-box.ts';
import { openSheet, slow } from '../support/pages/provider-sheet.ts';
import { GOOD_CARD } from '../support/pages/wallet-frame.ts';
import { freePort } from '../support/stack/free-port.ts';

/** The README's shop takes every way to pay, and tells a shopper's words. */

test.setTimeout(120_000);

test("the README's shop takes a card that the bank asks about, once", async ({ page, address }) => {
  const { wallet, pay, told } = await visit(page, address);
  await wallet.type(GOOD_CARD);
  await pay.click();
  const box = new ChallengeBox(page);
  await expect(told).toContainText('Your bank is asking you.');
  await box.answer('1234');
  await expect(told).toHaveText(PAID);
  await expect(pay).toHaveCount(0);
  const again = await page.evaluate(async () => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('/pay', { method: 'POST', headers, body: '{}' });
    return answer.json();
  });
  expect(again).toBe('paid');
  await page.reload();
  await expect(page.getByText(PAID)).toBeVisible();
  await expect(page.locator('iframe, button')).toHaveCount(0);
});

test("the README's shop explains to the shopper what it knows of a failure, the wallet the rest", {
  tag: '@prove',
}, async ({ page, address }) => {
  const { wallet, pay, told, choose } = await visit(page, address);
  await pay.click();
  await expect(wallet.cardNumber).toHaveAttribute('aria-invalid', 'true');
  await expect(told).toBeEmpty();
  await wallet.type({ ...GOOD_CARD, number: '4000 0000 0000 9995' });
  await pay.click();
  await new ChallengeBox(page).answer('1234');
  await expect(told).toHaveText(NOT_CHARGED);
  await choose('PayPal');
  await page.evaluate(() => {
    document.open = () => null as never;
  });
  await pay.click();
  await expect(told).toHaveText('Your browser blocked a window. Allow it, then press Pay.');
});

for (const [name, lane] of [
  ['PayPal', {}],
  ['Amazon Pay', { tag: '@prove' }],
] as const) {
  test(`the README's shop takes ${name}`, lane, async ({ page, address }) => {
    const { pay, told, choose } = await visit(page, address);
    await choose(name);
    await payAtProvider(page, () => pay.click());
    await expect(told).toHaveText(PAID, slow);
  });
}

test("the README's shop takes Google Pay by its express button", { tag: '@prove' }, async ({
  page,
  address,
}) => {
  const { wallet, told } = await visit(page, address);
  const sheet = await openSheet(page, () => wallet.button('Google Pay').click());
  expect(await sheet.amount.textContent()).toContain('10.00');
  await sheet.agree.click();
  // The bank asks about what a provider holds, too.
  await new ChallengeBox(page).answer('1234');
  await expect(told).toHaveText(PAID, slow);
});

test("the README's shop says that nothing was charged where the shopper cancels at the bank or is refused at the provider", {
  tag: '@prove',
}, async ({ page, address }) => {
  const { wallet, pay, told, choose } = await visit(page, address);
  await wallet.type(GOOD_CARD);
  await pay.click();
  await new ChallengeBox(page).cancel.click();
  await expect(told).toHaveText(NOT_CHARGED, slow);
  await choose('PayPal');
  const sheet = await openSheet(page, () => pay.click());
  await sheet.answer('refuse');
  await expect(told).toHaveText(NOT_CHARGED, slow);
});

test("the README's shop trusts only the lookup, and says that another order's payment is not this one's", {
  tag: '@prove',
}, async ({ page, address }) => {
  const looked = page.waitForResponse((answer) => answer.url().endsWith('/lookup'));
  await page.goto(`${address}?status=SUCCESS&transaction_id=none`);
  expect(await (await looked).json()).toBe('other');
  await expect(page.getByRole('status')).toHaveText('Another order’s payment.');
  await expect(page.getByRole('button', { name: 'Pay £10.00' })).toBeEnabled();
});

test("the README's shop tells its developer what is wrong, on page and backend", { tag: '@prove' }, async ({
  page,
  open,
}) => {
  const told: string[] = [];
  page.on('console', (message) => message.type() === 'error' && told.push(message.text()));
  const amount = ({ shop, page }: { shop: string; page: string }) => ({
    shop,
    page: page.replace("amount: '10.00'", "amount: '10,00'"),
  });
  await page.goto(await open({ change: amount }));
  await page.getByRole('button').click();
  await expect.poll(() => told.join()).toContain('amount');
  const key = ({ shop, page }: { shop: string; page: string }) => ({
    shop: shop.replace('sk_sandbox_demo', 'sk_sandbox_wrong'),
    page,
  });
  const written: string[] = [];
  await page.goto(await open({ change: key, hears: (line) => written.push(line) }));
  await expect.poll(() => written.join()).toContain('secret_key_invalid');
});

test("the README's shop with the callbacks of docs/callbacks.md knows of a payment whose page is closed", {
  tag: '@prove',
}, async ({ page, context, open, shops, stack }) => {
  let told = '';
  const hears = (line: string) => {
    told += line;
  };
  const change = ({ shop, page }: { shop: string; page: string }) => ({ shop: withCallbacks(shop), page });
  const address = await open({ change, env: { WEBHOOK_SECRET: stack.webhookSecret }, hears });
  /** Its page says so, and shows no wallet. */
  const isPaid = () =>
    fetch(address).then(
      async (answer) => (await answer.text()) === PAID,
      () => undefined,
    );
  expect(await isPaid()).toBe(false);
  await page.route('**/lookup', (route) => route.abort());
  const { wallet, pay } = await visit(page, address);
  await wallet.type(GOOD_CARD);
  await pay.click();
  await new ChallengeBox(page).answer('1234');
  await expect.poll(isPaid, slow).toBe(true);
  await context.close();
  const statusOf = async (body: unknown) => (await fetch(`${address}callback`, asJson(body))).status;
  expect([await statusOf({}), await statusOf('x'.repeat(1_000_000))]).toEqual([400, 413]);
  await expect.poll(() => told).toBe('callback: headers_missing\n');
  const refused = shops.run(String(await freePort()), { change, env: { WEBHOOK_SECRET: '' }, hears });
  expect(await once(refused, 'exit')).toEqual([1, null]);
  expect(told).toContain('Set WEBHOOK_SECRET');
});

/** As the guide tells to change it. */
function withCallbacks(shop: string): string {
  const [receiver, route] = ['createServer', 'buffer(request)'].map((mark) =>
    printed('docs/callbacks.md', { mark }),
  );
  const [secret = ''] = /^const secret .*\n.*\n/m.exec(receiver ?? '') ?? [];
  return shop
    .replace('{ json }', '{ buffer, json }')
    .replace('{ createMerchantClient,', '{ CallbackVerificationError, createMerchantClient, verifyCallback,')
    .replace(/^createServer\(/m, (line) => `${secret}${line}`)
    .replace(/^ *response\.end\(JSON/m, (line) => `${route}${line}`);
}
