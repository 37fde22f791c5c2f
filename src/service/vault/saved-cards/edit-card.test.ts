import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openRequestLimits } from '../../base/limits/request-limits.ts';
import { auditIntake } from '../../tables/audit.ts';
import { cards } from '../../tables/cards.ts';
import { openTestAdmin } from '../../test-kit/test-admin.ts';
import { openTestApp } from '../../test-kit/test-app.ts';
import { readJson, refusal } from '../../test-kit/test-client.ts';
import { boundTo, seal } from '../../test-kit/test-sealing.ts';

const shop = await openTestAdmin();
afterAll(shop.close);

type Values = Record<string, string>;

const ORIGIN = { Origin: 'http://localhost:3000' };
const HALF_AN_HOUR = 30 * 60;
const LATER = { expMonth: '03', expYear: '2044' };
const sale = { method: 'SALE', amount: '10.00', currency: 'GBP', merchant_id: '1001' };
const bill = (ccToken: string) => shop.post('/wallet/api/v1/billing', { ...sale, ccToken });
const wait = (advance_seconds: number) => shop.call('POST', '/api/clock', { advance_seconds });
const refreshToken = async (form: Values): Promise<string> =>
  (await readJson(await shop.post('/users/api/v1/refresh_token', form))).refreshToken;

/** All that a refresh token opens, used from anywhere: `Origin` is just another header there. */
async function holderOf(token: string) {
  const exchange = { publishableKey: 'pk_sandbox_demo', refreshToken: token };
  const opened = await readJson(await shop.post('/wallet/api/v1/token', exchange, ORIGIN));
  const headers = { ...ORIGIN, Authorization: `Bearer ${opened.accessToken}` };
  const send = (path: string, form: Values) => shop.post(`/wallet/api/v1/${path}`, form, headers);
  return {
    headers,
    session: String(opened.walletSession),
    send,
    edit: (id: number | string, form: Values = LATER) => send(`methods/${id}/edit`, form),
    alias: async (id: number): Promise<string> => {
      const alias = await readJson(await send('aliases', { method: String(id), merchant_id: '1001' }));
      return alias.paymentMethod.cc_token;
    },
  };
}

type Holder = Awaited<ReturnType<typeof holderOf>>;

const userOf = async (externalID: string, form: Values = {}) =>
  holderOf(await refreshToken({ externalID, ...form }));

async function keep({ send, session }: Holder, number = '4242424242424242'): Promise<number> {
  const entered = { number, expMonth: '12', expYear: '2033', securityCode: '987', holderName: 'A Shopper' };
  const card = await seal(shop.context, { ...entered, bound: boundTo(shop.context, session) });
  const form = { card, saveForLater: '1', merchant_id: '1001', view: 'MANAGE' };
  return (await readJson(await send('cards', form))).savedCard.id;
}

async function readCardRow(id: number) {
  const [row] = await shop.context.db.select().from(cards).where(eq(cards.id, id));
  if (!row) throw new Error(`found no card ${id}`);
  return row;
}

const NOT_FOUND = [404, 'not_found', 'id'];

test('S52: a token of the other view, user or account, of a guest, or none edits no card', async () => {
  const id = await keep(await userOf('owner', { view: 'MANAGE' }));
  const before = await readCardRow(id);
  const elsewhere = await (await shop.otherShop(5201)).openWallet('user');
  const path = `/wallet/api/v1/methods/${id}/edit`;
  const answers = {
    view: (await userOf('owner', { view: 'CHECKOUT' })).edit(id),
    user: (await userOf('somebody else')).edit(id),
    guest: (await holderOf(await refreshToken({}))).edit(id),
    account: shop.post(path, LATER, elsewhere.authorization),
    nobody: shop.post(path, LATER, ORIGIN),
    secretKey: shop.post(path, LATER),
  };
  expect(await refusal(answers.view)).toEqual([403, 'view_not_allowed']);
  for (const stranger of [answers.user, answers.guest, answers.account]) {
    expect(await refusal(stranger)).toEqual(NOT_FOUND);
  }
  for (const without of [answers.nobody, answers.secretKey]) expect((await without).status).toBe(401);
  expect(await readCardRow(id)).toEqual(before);
});

test('S52: an edit changes expiry and network alone, never the number or whose card it is', async () => {
  const owner = await userOf('editor');
  const id = await keep(owner);
  const before = await readCardRow(id);
  const other = await keep(await userOf('neighbour'), '4111111111111111');
  const number = { number: '4111111111111111', card: '4111111111111111', cardNumber: '4111111111111111' };
  const look = { bin: '411111', last4: '1111', holderName: 'Mallory', isDefault: '0', status: 'removed' };
  const whose = { id: String(other), method: String(other), userId: '1', publicId: String(other) };
  const sealed = { fingerprint: 'x', numberDigest: 'x', numberCiphertext: 'x', wrappedKey: 'x' };
  const answer = await owner.edit(id, { ...LATER, ...number, ...look, ...whose, ...sealed });
  expect(answer.status).toBe(200);
  expect(await refusal(owner.edit(id, { brand: 'MC' }))).toEqual([400, 'parameter_conflict', 'brand']);
  expect(await readCardRow(id)).toEqual({ ...before, expMonth: 3, expYear: 2044 });
  const { pm } = await readJson(await bill(await owner.alias(id)));
  expect(pm).toMatchObject({ issuer_short: 'VI', last_4_digits: '4242' });
});

test('S52: a thief of a refresh token prolongs no token by an edit, and edits nothing after its end', async () => {
  const stolen = await refreshToken({ externalID: 'victim' });
  const thief = await holderOf(stolen);
  const id = await keep(thief);
  const [billed, unspent] = [await thief.alias(id), await thief.alias(id)];
  expect((await thief.edit(id)).status).toBe(200);
  expect((await bill(billed)).status).toBe(200);
  await wait(HALF_AN_HOUR - 1);
  const late = await holderOf(stolen);
  expect((await late.edit(id, { expMonth: '04', expYear: '2045' })).status).toBe(200);
  await wait(1);
  expect((await refusal(bill(unspent)))[1]).toBe('token_invalid');
  await shop.call('POST', '/api/refresh-tokens/revoke', { refresh_token: stolen });
  expect((await late.edit(id)).status).toBe(401);
  expect(await readCardRow(id)).toMatchObject({ expMonth: 4, expYear: 2045 });
});

test('S52: each edit is in the audit log with the session that made it, without the expiry, and no refused one', async () => {
  const owner = await userOf('watched');
  const id = await keep(owner);
  await owner.edit(id);
  await owner.edit(id, { ...LATER, expYear: '2020' });
  await (await userOf('somebody else')).edit(id);
  const acts = await shop.context.db
    .select()
    .from(auditIntake)
    .where(eq(auditIntake.subject, `card ${id}`));
  const edits = acts.filter(({ act }) => act === 'card.edited');
  expect(edits).toMatchObject([{ actor: 'wallet-session', actorId: owner.session }]);
  expect(edits[0]?.details).toContain('expYear');
  expect(edits[0]?.details).not.toContain('2044');
});

test('S52: expiries of one stored card are guessed five times an hour, whatever the session and address', async () => {
  const limits = { requests: openRequestLimits() };
  const app = openTestApp({ ...shop.context, limits });
  const first = await userOf('guessed');
  const [id, other] = [await keep(first), await keep(first, '4111111111111111')];
  let host = 0;
  const guess = async (card: number) => {
    host += 1;
    const { headers } = await userOf('guessed');
    const form = new URLSearchParams({ expMonth: '03', expYear: String(2034 + host) });
    const sent = { method: 'POST', body: form, headers };
    const socket = { remoteAddress: `198.51.100.${host}` };
    return app.request(`/wallet/api/v1/methods/${card}/edit`, sent, { incoming: { socket } });
  };
  for (let count = 0; count < 5; count += 1) expect((await guess(id)).status).toBe(200);
  expect(await refusal(guess(id))).toEqual([429, 'card_attempts_exceeded']);
  expect((await readCardRow(id)).expYear).toBe(2039);
  expect((await guess(other)).status).toBe(200);
  await wait(2 * HALF_AN_HOUR);
  expect((await guess(id)).status).toBe(200);
});
