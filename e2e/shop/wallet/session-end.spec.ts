import { expect, type Page } from '@playwright/test';
import { test as base, stackOfWorker } from '../../support/fixtures/stack-test.ts';
import { openMerchantPage, SHOPPER, said } from '../../support/pages/merchant-page.ts';
import { GOOD_CARD, WalletFrame } from '../../support/pages/wallet-frame.ts';
import { askAdmin, INSPECTOR_TOKEN } from '../../support/stack/admin-client.ts';
import { newSession, refreshToken } from '../../support/stack/service-client.ts';
import { type Stack, startStack } from '../../support/stack/stack.ts';

/** Sessions that really end, by the service's clock: on a service of their own, whose time no other file shares. */

/** With the half minute for clocks that differ. */
const ACCESS_TOKEN_SECONDS = 15 * 60 + 30;
const REFRESH_TOKEN_SECONDS = 24 * 60 * 60;

const test = base.extend<object, { stack: Stack }>({
  stack: stackOfWorker(() => startStack({ INSPECTOR_TOKEN })),
});

test.setTimeout(120_000);

const pass = ({ inspectorUrl }: Stack, seconds: number) =>
  askAdmin(inspectorUrl, '/api/clock', { advance_seconds: seconds });

/** Exchanges of the refresh token from now on, by their status, as the browser sees them. */
function exchanges(page: Page): readonly number[] {
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/wallet/api/v1/token') && response.request().method() === 'POST')
      statuses.push(response.status());
  });
  return statuses;
}

test('an expired access token is renewed once, unseen, for all requests', async ({
  page,
  stack,
  merchantPage,
}) => {
  const seen = exchanges(page);
  const { run, wallet } = merchantPage;
  await wallet.type(GOOD_CARD);
  await pass(stack, ACCESS_TOKEN_SECONDS + 1);
  const both = 'Promise.all([sdk.wallet.getPaymentMethod(), sdk.wallet.getPaymentMethod()])';
  expect(await run(`return (await ${both}).map((method) => method.last_4_digits)`)).toEqual({
    value: [4242, 4242],
  });
  expect(seen).toEqual([200]);
  await expect(wallet.alerts).toHaveCount(0);
  expect(await said(page)).toEqual(['init', 'ready']);
});

test('an expired refresh token is reported once, and a new connect keeps the input', async ({
  page,
  stack,
  merchantPage,
}) => {
  const seen = exchanges(page);
  const { run, wallet } = merchantPage;
  await wallet.type(GOOD_CARD);
  await pass(stack, REFRESH_TOKEN_SECONDS + 1);
  expect(await run('return sdk.wallet.getPaymentMethod()')).toEqual({ code: 'session_expired' });
  await expect(wallet.alerts).toContainText('This page has been open too long');
  expect(await run('return sdk.wallet.getPaymentMethod()')).toEqual({ code: 'session_expired' });
  expect((await said(page)).filter((name) => name === 'sessionExpired')).toHaveLength(1);
  // Once more for another token, which a page that gave a text does not have.
  expect(seen).toEqual([401, 401]);

  await run(`refreshToken = '${await refreshToken(stack.serviceUrl, SHOPPER)}'; return connect()`);
  await expect(wallet.alerts).toHaveCount(0);
  await expect(wallet.cardNumber).toHaveValue(GOOD_CARD.number);
  await expect(wallet.securityCode).toHaveValue(GOOD_CARD.code);
  expect(await run('return (await sdk.wallet.getPaymentMethod()).last_4_digits')).toEqual({ value: 4242 });
});

test('sessionExpired comes as a refresh token ends that cannot be renewed, without a request before', async ({
  page,
  stack,
}) => {
  await page.clock.install();
  const run = await openMerchantPage(page, stack);
  const seen = exchanges(page);
  const { refreshToken: short } = await newSession(stack.serviceUrl, { externalID: SHOPPER, ttl: '60' });
  await run(`refreshToken = '${short}'; return begin()`);
  await new WalletFrame(page).settled.waitFor({ state: 'attached' });
  await page.clock.fastForward(50_000);
  expect(seen).toEqual([200]);
  await pass(stack, 61);
  await page.clock.fastForward(11_000);
  await expect.poll(() => said(page)).toContain('sessionExpired');
  expect(seen).toEqual([200, 401, 401]);
});
