import { expect, type Page } from '@playwright/test';
import { test } from '../../support/fixtures/stack-test.ts';
import { freePort } from '../../support/stack/free-port.ts';
import { servePages } from '../../support/stack/page-server.ts';
import { newSession, refreshToken } from '../../support/stack/service-client.ts';
import { MERCHANT_ID, PUBLISHABLE_KEY, type Stack } from '../../support/stack/stack.ts';

/** What a merchant who integrates wrongly is told: a code, and what to do. */

const CONNECTED = 'await sdk.auth.connect(credentials);';

const WRONG_USES = [
  ['init before connect', 'not_connected', '', 'return sdk.wallet.init(settings, details)'],
  [
    'getPaymentMethod before init',
    'not_initialised',
    '',
    `${CONNECTED} return sdk.wallet.getPaymentMethod()`,
  ],
  [
    'init twice',
    'already_initialised',
    '',
    `${CONNECTED} sdk.wallet.init(settings, details); return sdk.wallet.init(settings, details)`,
  ],
  [
    'an unknown view',
    'invalid_argument',
    'view',
    `${CONNECTED} return sdk.wallet.init({ ...settings, view: 'checkout' }, details)`,
  ],
  [
    'no merchant_id',
    'invalid_argument',
    'merchant_id',
    `${CONNECTED} return sdk.wallet.init({ view: 'CHECKOUT' }, details)`,
  ],
  [
    'a locale that is none',
    'invalid_argument',
    'locale',
    `${CONNECTED} return sdk.wallet.init({ ...settings, locale: 'english!' }, details)`,
  ],
  [
    'CHECKOUT without payment_details',
    'invalid_argument',
    'payment_details',
    `${CONNECTED} return sdk.wallet.init(settings)`,
  ],
  [
    'an amount with a comma',
    'invalid_argument',
    'payment_details.amount',
    `${CONNECTED} return sdk.wallet.init(settings, { ...details, amount: '48,50' })`,
  ],
  [
    'a container that is not there',
    'container_not_found',
    '',
    `${CONNECTED} return sdk.wallet.init({ ...settings, container: '#nowhere' }, details)`,
  ],
  [
    'a wrong publishable key',
    'publishable_key_invalid',
    '',
    `return sdk.auth.connect({ ...credentials, publishableKey: 'pk_sandbox_nobody' })`,
  ],
  [
    'a wrong refresh token',
    'refresh_token_invalid',
    '',
    `return sdk.auth.connect({ ...credentials, refreshToken: 'rt_sandbox_wrong' })`,
  ],
  [
    'a service that is not there',
    'service_unreachable',
    '',
    `return sdk.auth.connect({ ...credentials, baseUrl: 'http://127.0.0.1:9' })`,
  ],
  [
    "another account's merchant",
    'merchant_forbidden',
    'merchant_id',
    `${CONNECTED} return sdk.wallet.init({ ...settings, merchant_id: 999999 }, details)`,
  ],
] as const;

for (const [name, code, param, use] of WRONG_USES) {
  // The unit tests of the SDK see the others.
  const lane = code === 'publishable_key_invalid' || code === 'service_unreachable' ? {} : { tag: '@prove' };
  test(`${name} rejects with ${code}`, lane, async ({ page, stack }) => {
    await openBarePage(page, 'localhost', stack);
    const error = await rejection(page, stack, use);
    expect(error.code).toBe(code);
    if (param) expect(error.param).toBe(param);
    expect(error.message.length).toBeGreaterThan(20);
  });
}

test('S69: init refuses a merchant that the refresh token is not for', async ({ page, stack }) => {
  await openBarePage(page, 'localhost', stack);
  const refused = { code: 'merchant_not_allowed', param: 'merchant_id' };
  const other = 'sdk.wallet.init({ ...settings, merchant_id: 1002 }, details)';
  expect(await rejection(page, stack, `${CONNECTED} return ${other}`)).toMatchObject(refused);
  const { refreshToken: own } = await newSession(stack.serviceUrl, { merchant_id: String(MERCHANT_ID) });
  const connected = `await sdk.auth.connect({ ...credentials, refreshToken: '${own}' });`;
  await page.reload();
  expect(await rejection(page, stack, `${connected} return ${other}`)).toMatchObject(refused);
});

test('a page on an unregistered origin is refused by code', async ({ page, stack }) => {
  await openBarePage(page, 'shop.localhost', stack);
  const error = await rejection(page, stack, 'return sdk.auth.connect(credentials)');
  expect(error.code).toBe('origin_not_allowed');
});

type Rejection = { readonly code: string; readonly message: string; readonly param?: string };

/** A page with nothing but the script: the integrator's lines come later. */
async function openBarePage(page: Page, host: string, stack: Stack): Promise<void> {
  const html = `<!doctype html><title>Merchant</title><div id="wallet"></div><script src="${stack.serviceUrl}/sdk/sdk.js"></script>`;
  const port = await freePort();
  const server = await servePages(port, new Map([['/', html]]));
  page.once('close', () => server.close());
  await page.goto(`http://${host}:${port}/`);
}

/** Runs an integrator's lines in the page and gives what they rejected with. */
async function rejection(page: Page, stack: Stack, use: string): Promise<Rejection> {
  const credentials = {
    publishableKey: PUBLISHABLE_KEY,
    refreshToken: await refreshToken(stack.serviceUrl, 'integrator'),
  };
  return page.evaluate(`(() => {
    const settings = { merchant_id: ${MERCHANT_ID}, view: 'CHECKOUT' };
    const details = { currency: 'EUR', amount: '48.50' };
    const credentials = ${JSON.stringify(credentials)};
    return (async () => { ${use} })().then(
      () => ({ code: 'resolved', message: 'the call resolved, a rejection was expected' }),
      ({ code, message, param }) => ({ code, message, param }),
    );
  })()`);
}
