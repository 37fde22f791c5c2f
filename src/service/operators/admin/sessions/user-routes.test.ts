import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RevocationAnswer, TestCardAnswer, UsersAnswer } from '../../../../contract/admin/sessions.ts';
import { openTestAdmin, type TestAdmin } from '../../../test-kit/test-admin.ts';
import { refusal } from '../../../test-kit/test-client.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

const json = async (answer: Response | Promise<Response>) => JSON.parse(await (await answer).text());
const tokenFor = async (externalID: string): Promise<string> =>
  (await json(admin.post('/users/api/v1/refresh_token', { externalID }))).refreshToken;
const connect = (refreshToken: string) =>
  admin.post(
    '/wallet/api/v1/token',
    { publishableKey: 'pk_sandbox_demo', refreshToken },
    { Origin: 'http://localhost:3000' },
  );
const wallet = async (refreshToken: string) => ({
  Authorization: (await json(connect(refreshToken))).accessToken,
});
const methods = (headers: Record<string, string>) => admin.get('/wallet/api/v1/methods', headers);
const users = async (query: string) =>
  UsersAnswer.parse(await admin.call('GET', `/api/users?account_id=1&${query}`));
const revoke = async (body: object) =>
  RevocationAnswer.parse(await admin.call('POST', '/api/users/revoke', body)).revoked;
const refusalOf = (path: string, body: object) => refusal(admin.send(path, { method: 'POST', body }));

test('users are listed in the order of the shop’s ids, page by page, with what they hold', {
  tags: 'prove',
}, async () => {
  const wallet = await admin.openWallet('user');
  expect(wallet.userId).toBeGreaterThan(0);
  for (let count = 0; count < 55; count += 1) await tokenFor(`u${String(count).padStart(2, '0')}`);
  const first = await users('from=u');
  expect(first.users).toHaveLength(50);
  expect(first.users[0]).toMatchObject({ external_id: 'u00', saved_cards: 0, refresh_tokens: 1 });
  const second = await users(`from=u&after=${first.next}`);
  expect(second.users.map(({ external_id }) => external_id)).toEqual(['u50', 'u51', 'u52', 'u53', 'u54']);
  expect(second.next).toBeNull();
  expect((await users(`from=${randomUUID()}`)).users.length).toBeGreaterThan(0);
});

test('users are listed by account', async () => {
  expect(await refusal(admin.send('/api/users'))).toEqual([400, 'parameter_missing', 'account_id']);
});

test('a user is revoked with everything that stands for it, and no other user', async () => {
  const login = (externalID: string) => json(admin.post('/users/api/v1/user/login', { externalID }));
  const change = (Authorization: string) =>
    admin.post('/users/api/v1/user/metadata', { metadata: '{}' }, { Authorization });
  const { id, accessToken } = await login('user-2');
  const tokens = [await tokenFor('user-2'), await tokenFor('user-2')];
  const neighbour = { token: await tokenFor('user-3'), ...(await login('user-3')) };
  expect(await revoke({ account_id: 1, external_id: 'user-2' })).toBe(2);
  for (const token of tokens) expect((await connect(token)).status).toBe(401);
  expect(await refusal(change(accessToken))).toEqual([401, 'access_token_invalid']);
  expect((await connect(neighbour.token)).status).toBe(200);
  expect((await change(neighbour.accessToken)).status).toBe(200);
  const later = await tokenFor('user-2');
  expect((await connect(later)).status).toBe(200);
  expect(await revoke({ account_id: 1, user_id: id })).toBe(1);
  expect((await connect(later)).status).toBe(401);
});

test.each([
  [{ account_id: 1, external_id: 'nobody' }, [404, 'not_found']],
  [{ account_id: 2, external_id: 'user-1' }, [404, 'not_found']],
  [{ account_id: 1, user_id: 999_999 }, [404, 'not_found']],
  [{ account_id: 1 }, [400, 'parameter_invalid', 'body']],
  [{ account_id: 1, user_id: 1, external_id: 'user-1' }, [400, 'parameter_invalid', 'body']],
  [{ external_id: 'user-1' }, [400, 'parameter_missing', 'account_id']],
])('no user is revoked by %j', async (body, expected) => {
  await tokenFor('user-1');
  expect(await refusalOf('/api/users/revoke', body)).toEqual(expected);
});

const card = {
  account_id: 1,
  external_id: 'user-9',
  number: '4000000000000069',
  exp_month: 1,
  exp_year: 2020,
};
const savedOf = async (externalID: string) =>
  (await json(methods(await wallet(await tokenFor(externalID))))).methods;

test('a test card past its date is listed among its user’s alone, and on record', async () => {
  const { card_id: id } = TestCardAnswer.parse(await admin.call('POST', '/api/users/cards', card));
  expect(await savedOf('user-9')).toMatchObject([{ id, last4: '0069', isExpired: true }]);
  expect(await savedOf('user-10')).toEqual([]);
  await admin.call('POST', '/api/users/cards', { ...card, exp_year: 2099 });
  expect(await savedOf('user-9')).toMatchObject([{ id, last4: '0069', isExpired: false }]);
  const { entries } = await admin.call('GET', '/api/audit?account_id=1');
  expect(entries[0]).toMatchObject({ act: 'card.added', details: { external_id: 'user-9' } });
  expect(admin.logged()).not.toContain(card.number);
});

test.each([
  ['a real number', { number: '4532015112830366' }, [403, 'test_card_required', 'number']],
  ['no number', { number: '4000' }, [403, 'test_card_required', 'number']],
  ['another account', { account_id: 2 }, [404, 'not_found']],
  ['a thirteenth month', { exp_month: 13 }, [400, 'parameter_invalid', 'exp_month']],
  ['no user', { external_id: '' }, [400, 'parameter_invalid', 'external_id']],
])('S60: no card is saved for %s', async (_, change, expected) => {
  expect(await refusalOf('/api/users/cards', { ...card, external_id: 'user-11', ...change })).toEqual(
    expected,
  );
  expect(await savedOf('user-11')).toEqual([]);
});

test('S60: no card is saved where others use the service', async () => {
  const {
    config: { exposure },
  } = admin.context;
  Object.assign(exposure, { isPublic: true });
  expect(await refusalOf('/api/users/cards', card)).toEqual([403, 'not_on_public_service']);
  Object.assign(exposure, { isPublic: false });
});
