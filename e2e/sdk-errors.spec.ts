import type { Page } from '@playwright/test';
import { post } from './service-client.ts';
import { MERCHANT_ID, PUBLISHABLE_KEY, type Stack } from './stack.ts';
import { expect, test } from './stack-test.ts';

/** What a merchant who integrates wrongly is told: a code, and what to do. */

const SETTINGS = { merchant_id: MERCHANT_ID, view: 'CHECKOUT' };
const DETAILS = { currency: 'EUR', amount: '48.50' };

test.beforeEach(async ({ page, stack }) => merchantPage(page, stack.shopUrls.localhost, stack));

const WRONG_USES: readonly [name: string, code: string, param: string | undefined, use: Use][] = [
  ['init before connect', 'not_connected', undefined, async ({ wallet }, [settings, details]) => wallet.init(settings, details)],
  ['getPaymentMethod before init', 'not_initialised', undefined, async (sdk, _, credentials) => {
    await sdk.auth.connect(credentials);
    return sdk.wallet.getPaymentMethod();
  }],
  ['init twice', 'already_initialised', undefined, async (sdk, [settings, details], credentials) => {
    await sdk.auth.connect(credentials);
    sdk.wallet.init(settings, details);
    return sdk.wallet.init(settings, details);
  }],
  ['an unknown view', 'invalid_argument', 'view', async (sdk, [settings, details], credentials) => {
    await sdk.auth.connect(credentials);
    return sdk.wallet.init({ ...settings, view: 'checkout' }, details);
  }],
  ['no merchant_id', 'invalid_argument', 'merchant_id', async (sdk, [settings, details], credentials) => {
    await sdk.auth.connect(credentials);
    return sdk.wallet.init({ view: settings.view }, details);
  }],
  ['CHECKOUT without payment_details', 'invalid_argument', 'payment_details', async (sdk, [settings], credentials) => {
    await sdk.auth.connect(credentials);
    return sdk.wallet.init(settings);
  }],
  ['a container that is not there', 'container_not_found', undefined, async (sdk, [settings, details], credentials) => {
    await sdk.auth.connect(credentials);
    return sdk.wallet.init({ ...settings, container: '#nowhere' }, details);
  }],
  ['a wrong publishable key', 'publishable_key_invalid', undefined, async (sdk, _, credentials) =>
    sdk.auth.connect({ ...credentials, publishableKey: 'pk_sandbox_nobody' })],
  ['a wrong refresh token', 'refresh_token_invalid', undefined, async (sdk, _, credentials) =>
    sdk.auth.connect({ ...credentials, refreshToken: 'rt_sandbox_wrong' })],
  ['a service that is not there', 'service_unreachable', undefined, async (sdk, _, credentials) =>
    sdk.auth.connect({ ...credentials, baseUrl: 'http://127.0.0.1:9' })],
];

for (const [name, code, param, use] of WRONG_USES) {
  test(`${name} rejects with ${code}`, async ({ page, stack }) => {
    const error = await rejection(page, stack, use);
    expect(error.code).toBe(code);
    if (param !== undefined) expect(error.param).toContain(param);
    expect(error.message.length).toBeGreaterThan(20);
  });
}

test('a page on an unregistered origin is told so', async ({ page, stack }) => {
  await merchantPage(page, stack.shopUrls.localhost.replace('localhost', 'shop.localhost'), stack);
  const error = await rejection(page, stack, async (sdk, _, credentials) => sdk.auth.connect(credentials));
  expect(error.code).toBe('origin_not_allowed');
});

type Use = (sdk: any, args: [settings: any, details: any], credentials: any) => Promise<unknown>;
type Rejection = { readonly code: string; readonly message: string; readonly param?: string };

async function merchantPage(page: Page, origin: string, stack: Stack): Promise<void> {
  await page.route(`${origin}/merchant-test`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Merchant</title><div id="wallet"></div><script src="${stack.serviceUrl}/sdk/sdk.js"></script>`,
    }),
  );
  await page.goto(`${origin}/merchant-test`);
}

async function rejection(page: Page, stack: Stack, use: Use): Promise<Rejection> {
  const { body } = await post(`${stack.serviceUrl}/users/api/v1/refresh_token`, { externalID: 'integrator' });
  const credentials = { publishableKey: PUBLISHABLE_KEY, refreshToken: body['refreshToken'] };
  return page.evaluate(
    async ([source, settings, details, keys]) => {
      const run = new Function(`return (${source})`)();
      return run(Reflect.get(window, 'sdk'), [settings, details], keys).then(
        () => ({ code: 'resolved', message: 'the call resolved, a rejection was expected' }),
        (error: Rejection) => ({ code: error.code, message: error.message, param: error.param }),
      );
    },
    [use.toString(), SETTINGS, DETAILS, credentials] as const,
  );
}
