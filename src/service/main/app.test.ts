import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestClient, readJson, type TestClient } from '../test-kit/test-client.ts';

let client: TestClient;
let accessTokens: Record<'users' | 'wallet', string>;

beforeAll(async () => {
  client = await openTestClient();
  const { accessToken: users } = await client.postJson('/users/api/v1/user/login', { externalID: 'u' });
  const { refreshToken } = await client.postJson('/users/api/v1/refresh_token', { externalID: 'u' });
  const form = { publishableKey: 'pk_sandbox_demo', refreshToken };
  const { accessToken: wallet } = await client.postJson('/wallet/api/v1/token', form, {
    Origin: 'http://localhost:3000',
  });
  accessTokens = { users, wallet };
});
afterAll(() => client.close());

const endpoints = {
  '/users/api/v1/refresh_token': ['externalID', 'ttl', 'custom'],
  '/users/api/v1/user/login': ['externalID', 'withMetadata', 'custom'],
  '/users/api/v1/user/metadata': ['metadata'],
  '/wallet/api/v1/token': ['publishableKey', 'refreshToken', 'walletSession'],
  '/wallet/api/v1/billing': [
    'ccToken',
    'method',
    'amount',
    'currency',
    'merchant_id',
    'merchantRef',
    'orderID',
    'transactionID',
    'metadata',
    'callback_url',
  ],
  '/wallet/api/v1/cards': ['card', 'saveForLater', 'merchant_id'],
  '/wallet/api/v1/aliases': ['method', 'merchant_id'],
};

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '0',
    '1',
    '-1',
    '10',
    '1e3',
    'NaN',
    '999999999',
    '2147483648',
    '1001',
    'demo',
    'SALE',
    'GBP',
  ),
  fc.constantFrom(
    '{}',
    '[]',
    '{"a":"\\u0000"}',
    '{"__proto__":{"x":1}}',
    '{"a":1e999}',
    '\uFEFF{}',
    "' or 1=1 --",
  ),
  fc.constantFrom('tok_sandbox_4242424242424242', 'x'.repeat(5000), 'pk_sandbox_demo', 'a\u0000b', '\ud800'),
  fc.json(),
);

const request = fc.constantFrom(...Object.entries(endpoints)).chain(([path, names]) =>
  fc.record({
    path: fc.constant(path),
    form: fc.dictionary(fc.constantFrom(...names), hostile, { noNullPrototype: true }),
  }),
);

test('createApp answers anything sent to its endpoints with JSON and never with a 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ path, form }) => {
      const wallet = /cards|aliases/.test(path);
      const headers =
        path.endsWith('token') && path.startsWith('/wallet')
          ? { Origin: 'http://localhost:3000' }
          : {
              secretKey: 'sk_sandbox_demo',
              Authorization: wallet ? accessTokens.wallet : accessTokens.users,
            };
      const answer = await client.post(path, form, headers);
      const body = await readJson(answer);
      expect(answer.status, JSON.stringify(body)).toBeLessThan(500);
      expect(body).toHaveProperty(body.Status === 'OK' ? 'Status' : 'status');
    }),
    { numRuns: 300 },
  );
  expect({}).not.toHaveProperty('x');
});
