import { afterAll, beforeAll, expect, test } from 'vitest';
import { RequestsAnswer } from '../../../../contract/admin/requests.ts';
import { openTestAdmin, type TestAdmin } from '../../../test-kit/test-admin.ts';
import { readJson } from '../../../test-kit/test-client.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

const list = async (query = '') =>
  RequestsAnswer.parse(await admin.call('GET', `/api/requests${query === '' ? '' : `?${query}`}`));
const BILLING = '/wallet/api/v1/billing';
const sale = {
  method: 'SALE',
  amount: '10.00',
  currency: 'EUR',
  merchant_id: '1001',
  ccToken: 'tok_sandbox_4242424242424242',
  orderID: 'order 1',
};

test('requests are listed with what names them, newest first', async () => {
  const answer = await admin.post(`${BILLING}?x=1`, { ...sale, transactionID: 'mine' });
  await admin.get('/wallet/api/v1/transactions/mine');
  const { requests, last, oldest } = await list();
  expect([last, oldest]).toEqual([2, 1]);
  expect(requests).toEqual([
    expect.objectContaining({
      seq: 2,
      method: 'GET',
      route: '/wallet/api/v1/transactions/:transaction_id',
      transaction_id: 'mine',
      status: 200,
    }),
    {
      seq: 1,
      at: '2030-01-01T12:00:00.000Z',
      request_id: answer.headers.get('Request-Id'),
      method: 'POST',
      route: BILLING,
      path: null,
      status: 200,
      error_code: null,
      decline_code: null,
      milliseconds: expect.any(Number),
      account_id: 1,
      merchant_id: 1001,
      wallet_session_id: null,
      transaction_id: 'mine',
      order_id: 'order 1',
      origin: null,
      fault: null,
      ignored: ['?x'],
    },
  ]);
});

test('requests name the ids that the service gave, and why it refused or declined', async () => {
  const { transaction } = await readJson(await admin.post(BILLING, sale));
  await admin.post(BILLING, { ...sale, ccToken: 'tok_sandbox_4000000000009995' });
  await admin.post(BILLING, { ...sale, amount: 'much' });
  await admin.post(BILLING, sale, { secretKey: 'sk_sandbox_wrong' });
  const [unknown, refused, declined, paid] = (await list()).requests;
  expect(paid).toMatchObject({ transaction_id: transaction.transactionID, status: 200 });
  expect(declined).toMatchObject({
    error_code: 'card_declined',
    decline_code: 'insufficient_funds',
    status: 402,
  });
  expect(refused).toMatchObject({ error_code: 'amount_invalid', order_id: 'order 1', account_id: 1 });
  expect(unknown).toMatchObject({ error_code: 'secret_key_invalid', account_id: null, status: 401 });
});

test('requests of a wallet are known by its session, with the origin of its page', async () => {
  const { refreshToken } = await readJson(
    await admin.post('/users/api/v1/refresh_token', { externalID: 'ada' }),
  );
  const exchange = { publishableKey: 'pk_sandbox_demo', refreshToken };
  const from = (Origin: string) => admin.post('/wallet/api/v1/token', exchange, { Origin });
  await from('https://stranger.example');
  await from(`https://${'a'.repeat(9000)}.example`);
  const { accessToken, walletSession } = await readJson(await from('http://localhost:3000'));
  await admin.get('/wallet/api/v1/methods', { Authorization: `Bearer ${accessToken}` });
  const { requests } = await list(`wallet_session_id=${walletSession}`);
  expect(requests).toMatchObject([
    { route: '/wallet/api/v1/methods', account_id: 1 },
    { route: '/wallet/api/v1/token', account_id: 1, origin: 'http://localhost:3000' },
  ]);
  const refused = { error_code: 'origin_not_allowed', wallet_session_id: null };
  expect((await list('failed=1')).requests.slice(0, 2)).toMatchObject([
    { ...refused, origin: null },
    { ...refused, origin: 'https://stranger.example' },
  ]);
});

test('requests are polled: each comes once, and files and health are left out', async () => {
  const { last, list_id } = await list();
  for (const path of ['/healthz', '/openapi.json', '/docs']) await admin.get(path);
  expect(await list(`after=${last}`)).toMatchObject({ requests: [], last, list_id });
  await admin.get('/nowhere/4242424242424242');
  await admin.get('/sdk/nowhere.js');
  const next = await list(`after=${last}`);
  expect(next.requests).toMatchObject([
    { route: 'none', path: '/sdk/nowhere.js', status: 404 },
    { route: 'none', path: '/nowhere/…', status: 404, error_code: 'not_found' },
  ]);
  expect((await list(`after=${next.last}`)).requests).toEqual([]);
  expect((await list(`before=${last}`)).requests[0]?.seq).toBe(last - 1);
});

test('requests hold the latest 1,000 and answer 200', { tags: 'prove' }, async () => {
  const { last } = await list();
  for (let count = 0; count < 1_010; count += 1) await admin.get('/nowhere');
  const answer = await list();
  expect(answer.requests).toHaveLength(200);
  expect([answer.last, answer.oldest]).toEqual([last + 1_010, last + 11]);
});

test('S57: requests show no card, code, key or token, wherever a caller put it', async () => {
  const card = '4242424242424242';
  const { token, authorization } = await admin.openWallet('user');
  const ccToken = await token(card);
  await admin.post(`${BILLING}?${card}=1&secret=sk_sandbox_demo`, { ...sale, ccToken, orderID: card });
  await admin.post(BILLING, { ...sale, transactionID: card, secretKey: 'sk_sandbox_demo' });
  await admin.post(BILLING, { ...sale, orderID: 'x'.repeat(60_000), [`a${card}`]: '1' });
  await admin.get(`/wallet/api/v1/transactions/${card}`);
  await admin.get(`/sk_sandbox_demo/${card}/${ccToken}?key=sk_sandbox_demo`);
  await admin.get(`/wallet/api/v1/methods?number=${card}`, authorization);
  const text = JSON.stringify(await admin.call('GET', '/api/requests'));
  for (const secret of [card, ccToken, 'sk_sandbox', authorization.Authorization ?? 'Bearer', 'xxxx'])
    expect(text).not.toContain(secret);
  expect(text).toContain('[card number]');
});
