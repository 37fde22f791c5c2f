import { Hono } from 'hono';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { AppEnv } from '../../api/http/app-env.ts';
import { limitOpenRequests } from '../../api/http/middleware/open-requests.ts';
import { requestScope } from '../../api/http/middleware/request-scope.ts';
import { billingRoutes } from '../../api/routes/billing.ts';
import { transactionRoutes } from '../../api/routes/transactions.ts';
import { usersRoutes } from '../../api/routes/users.ts';
import { openTestApp } from '../../test-kit/test-app.ts';
import { openTestShop, type TestShop } from '../../test-kit/test-shop.ts';
import { openRequestLimits } from './request-limits.ts';

const SECRET_KEY = { secretKey: 'sk_sandbox_demo' };
const SALE = {
  method: 'SALE',
  amount: '10.00',
  currency: 'EUR',
  merchant_id: '1001',
  ccToken: 'tok_sandbox_4242424242424242',
};

let shop: TestShop;
let app: ReturnType<typeof openTestApp>;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  app = openTestApp({ ...shop.context, limits: { requests: openRequestLimits() } });
});
afterEach(() => {
  vi.useRealTimers();
});

type Values = Record<string, string>;
const post = (path: string, form: Values, headers: Values = SECRET_KEY) =>
  app.request(path, { method: 'POST', body: new URLSearchParams(form), headers });
const makeToken = () => post('/users/api/v1/refresh_token', {});
const bill = () => post('/wallet/api/v1/billing', SALE);
const lookUp = () => app.request('/wallet/api/v1/transactions/none', { headers: SECRET_KEY });

/** How many of as many, sent at once, were let through. */
async function countAccepted(count: number, send: () => Response | Promise<Response>) {
  const answers = await Promise.all(Array.from({ length: count }, send));
  return answers.filter(({ status }) => status !== 429).length;
}

test('S74: a flood of refresh tokens leaves billing and lookups their whole quotas', async () => {
  expect(await countAccepted(250, makeToken)).toBe(200);
  expect(await countAccepted(12, bill)).toBe(12);
  expect(await countAccepted(201, lookUp)).toBe(200);
  // Forms without what billing needs are counted as billing.
  expect(await countAccepted(200, () => post('/wallet/api/v1/billing', {}))).toBe(188);
  expect((await makeToken()).status).toBe(429);
});

test('S74: a login counts as a token does, and so do changes of metadata, of all users together', async () => {
  const logIn = (externalID: string) => post('/users/api/v1/user/login', { externalID });
  const { accessToken } = JSON.parse(await (await logIn('one')).text());
  expect(await countAccepted(250, () => logIn('one'))).toBe(199);
  expect((await makeToken()).status).toBe(429);
  const authorization = { Authorization: `Bearer ${accessToken}` };
  const change = (path: string) => () => post(path, { metadata: '{"a":1}' }, authorization);
  expect(await countAccepted(100, change('/users/api/v1/user/metadata'))).toBe(100);
  expect(await countAccepted(150, change('/api/v1/user/metadata'))).toBe(100);
  expect((await bill()).status).toBe(200);
});

test('S74: tokens that are being made leave billing and lookups their places', async () => {
  vi.useRealTimers();
  const routes = [usersRoutes(), billingRoutes(), transactionRoutes()];
  const small = new Hono<AppEnv>().use(requestScope(shop.context)).use(limitOpenRequests({ openOfOne: 4 }));
  for (const each of routes) small.route('/', each);
  small.onError((error, c) => c.text(error.message, error.message.includes('open already') ? 503 : 400));
  const ends: (() => void)[] = [];
  /** A form that ends when the test does. */
  const hold = (path: string) => {
    const body = new ReadableStream({
      start(controller) {
        ends.push(() => controller.close());
      },
    });
    const form = { ...SECRET_KEY, 'Content-Type': 'application/x-www-form-urlencoded' };
    return small.request(path, { method: 'POST', body, headers: form, duplex: 'half' });
  };
  const send = async (path: string) =>
    (await small.request(path, { method: 'POST', headers: SECRET_KEY })).status;
  const heldRequest = hold('/users/api/v1/refresh_token');
  // Of four places one is for tokens.
  await expect.poll(() => send('/users/api/v1/user/login')).toBe(503);
  expect(await send('/wallet/api/v1/billing')).toBe(400);
  const billings = Array.from({ length: 4 }, () => hold('/wallet/api/v1/billing'));
  await expect.poll(() => send('/wallet/api/v1/billing')).toBe(503);
  const asked = await small.request('/wallet/api/v1/transactions/none', { headers: SECRET_KEY });
  expect(asked.status).toBe(400);
  for (const end of ends) end();
  expect((await heldRequest).status).toBe(200);
  for (const billing of billings) expect((await billing).status).toBe(400);
});
