import { afterAll, beforeAll, expect, test } from 'vitest';
import { RevocationAnswer, SessionsAnswer } from '../../../../contract/admin/sessions.ts';
import { openTestAdmin, type TestAdmin } from '../../../test-kit/test-admin.ts';
import { readJson, refusal } from '../../../test-kit/test-client.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

const sessions = async (query = '') =>
  SessionsAnswer.parse(await admin.call('GET', `/api/sessions?account_id=1&${query}`));
const token = async (form: Record<string, string>): Promise<string> =>
  (await readJson(await admin.post('/users/api/v1/refresh_token', form))).refreshToken;
const connect = (refreshToken: string, Origin = 'http://localhost:3000') =>
  admin.post('/wallet/api/v1/token', { publishableKey: 'pk_sandbox_demo', refreshToken }, { Origin });

test('sessions are refresh tokens with their wallets, newest first, and no token is shown', async () => {
  const ada = await token({ externalID: 'ada', view: 'CHECKOUT' });
  const guest = await token({});
  const { walletSession, accessToken } = await readJson(await connect(ada));
  await connect(ada, 'http://localhost:3001');
  const { refresh_tokens: tokenEntry, next } = await sessions();
  expect(next).toBeNull();
  expect(tokenEntry).toMatchObject([
    { is_guest: true, external_id: null, view: null, wallet_sessions: [], is_in_force: true },
    { is_guest: false, external_id: 'ada', view: 'CHECKOUT', revoked_at: null },
  ]);
  expect(tokenEntry[1]?.wallet_sessions.map(({ origin }) => origin).sort()).toEqual([
    'http://localhost:3000',
    'http://localhost:3001',
  ]);
  expect((await sessions('external_id=ada')).refresh_tokens).toHaveLength(1);
  expect((await sessions(`user_id=${tokenEntry[0]?.user_id}`)).refresh_tokens).toHaveLength(1);
  expect((await sessions(`before=${tokenEntry[1]?.refresh_token_id}`)).refresh_tokens).toEqual([]);
  const text = JSON.stringify([await sessions(), await admin.call('GET', '/api/users?account_id=1')]);
  for (const secret of [ada, guest, accessToken]) expect(text).not.toContain(secret);
  expect(text).toContain(walletSession);
});

test('sessions show what was refused: to a wallet, and to pages of strange origins', async () => {
  const refreshToken = await token({ externalID: 'bob' });
  const { accessToken, walletSession } = await readJson(await connect(refreshToken));
  await connect(refreshToken, 'https://stranger.example');
  await admin.post('/wallet/api/v1/methods/1/remove', {}, { Authorization: `Bearer ${accessToken}` });
  // This app has no frame, which a build makes.
  admin.context.requests.add({
    at: new Date(),
    requestId: '00000000-0000-4000-8000-000000000000',
    method: 'GET',
    route: '/wallet/frame',
    status: 403,
    milliseconds: 1,
    ignored: [],
    origin: 'https://framed.example',
  });
  const { refresh_tokens: tokenEntry, refused_exchanges } = await sessions('external_id=bob');
  expect(tokenEntry[0]?.wallet_sessions).toMatchObject([
    {
      wallet_session_id: walletSession,
      refusals: [{ route: '/wallet/api/v1/methods/:id/remove', status: 404, error_code: 'not_found' }],
    },
  ]);
  expect(refused_exchanges[0]).toMatchObject({ route: '/wallet/frame', origin: 'https://framed.example' });
  expect(refused_exchanges[1]).toMatchObject({
    origin: 'https://stranger.example',
    error_code: 'origin_not_allowed',
  });
});

test('sessions are ended by what is listed: one wallet, or the token with all of its own', async () => {
  const refreshToken = await token({ externalID: 'eve' });
  const { accessToken, walletSession } = await readJson(await connect(refreshToken));
  const ask = (bearer: string) =>
    refusal(admin.get('/wallet/api/v1/methods', { Authorization: `Bearer ${bearer}` }));
  await admin.call('POST', `/api/wallet-sessions/${walletSession}/end`);
  expect(await ask(accessToken)).toEqual([401, 'access_token_invalid']);
  const second = await readJson(await connect(refreshToken));
  const [tokenEntry] = (await sessions('external_id=eve')).refresh_tokens;
  const path = `/api/refresh-tokens/${tokenEntry?.refresh_token_id}/revoke`;
  expect(await admin.call('POST', path)).toEqual({ status: 'OK', revoked: 1 });
  expect(await ask(second.accessToken)).toEqual([401, 'access_token_invalid']);
  expect(await refusal(connect(refreshToken))).toEqual([401, 'refresh_token_invalid', 'refreshToken']);
  expect((await sessions('external_id=eve')).refresh_tokens[0]).toMatchObject({ is_in_force: false });
  const { entries } = await admin.call('GET', '/api/audit');
  expect(entries.slice(0, 2)).toMatchObject([
    { act: 'refresh-token.revoked', account_id: 1, subject: `refresh token ${tokenEntry?.refresh_token_id}` },
    { act: 'wallet-session.ended', account_id: 1, subject: `wallet session ${walletSession}` },
  ]);
  const refusalOf = (again: string) => refusal(admin.send(again, { method: 'POST' }));
  expect(await refusalOf(path)).toEqual([404, 'not_found']);
  expect(await refusalOf(`/api/wallet-sessions/${walletSession}/end`)).toEqual([404, 'not_found']);
  expect(await refusalOf('/api/wallet-sessions/1/end')).toEqual([404, 'not_found']);
});

test.each(['guest', 'user'] as const)(
  'S33: unspent card tokens of a %s end with the wallet that an operator ends',
  async (who) => {
    const wallet = await admin.openWallet(who);
    const [spent, unspent] = [await wallet.token('4242424242424242'), await wallet.token('4242424242424242')];
    const sale = { method: 'SALE', amount: '10.00', currency: 'EUR', merchant_id: '1001' };
    const bill = (ccToken: string) => admin.post('/wallet/api/v1/billing', { ...sale, ccToken });
    expect((await bill(spent)).status).toBe(200);
    await admin.call('POST', `/api/wallet-sessions/${wallet.walletSession}/end`);
    expect(await refusal(bill(unspent))).toEqual([400, 'token_invalid', 'ccToken']);
  },
);

test('a refresh token is revoked with the wallets it opened, and no other', async () => {
  const [one, other] = [await token({ externalID: 'user-1' }), await token({ externalID: 'user-1' })];
  const open = async (refreshToken: string) => (await readJson(await connect(refreshToken))).accessToken;
  const [first, second, third] = [await open(one), await open(one), await open(other)];
  const methods = (bearer: string) => admin.get('/wallet/api/v1/methods', { Authorization: bearer });
  const path = '/api/refresh-tokens/revoke';
  const body = { refresh_token: one };
  expect(RevocationAnswer.parse(await admin.call('POST', path, body)).revoked).toBe(1);
  expect(await refusal(connect(one))).toEqual([401, 'refresh_token_invalid', 'refreshToken']);
  for (const bearer of [first, second]) {
    expect(await refusal(methods(bearer))).toEqual([401, 'access_token_invalid']);
  }
  expect((await methods(third)).status).toBe(200);
  expect((await connect(other)).status).toBe(200);
  expect(await refusal(admin.send(path, { method: 'POST', body }))).toEqual([404, 'not_found']);
  expect(admin.logged()).not.toContain(one);
});

test('sessions are listed by account, and of one user by one name', async () => {
  const refusalOf = (query: string) => refusal(admin.send(`/api/sessions${query}`));
  expect(await refusalOf('')).toEqual([400, 'parameter_missing', 'account_id']);
  expect(await refusalOf('?account_id=1&user_id=1&external_id=ada')).toEqual([
    400,
    'parameter_invalid',
    'body',
  ]);
});
