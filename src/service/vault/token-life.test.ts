import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InstantForm } from '../../contract/billing/instant-api.ts';
import { cardTokenDigest } from '../base/seals/card-token.ts';
import { revokeTokenById } from '../operators/admin/sessions/revoke-sessions.ts';
import { callbacks } from '../tables/callbacks.ts';
import { cardTokens, payments } from '../tables/payments.ts';
import { users } from '../tables/sessions.ts';
import { openTestAdmin, type TestAdmin } from '../test-kit/test-admin.ts';
import { spellings, tablesHolding } from '../test-kit/test-canary.ts';
import { DAY_SECONDS } from '../test-kit/test-shop.ts';
import { endWalletSession, revokeUser, startInstantPayment } from '../test-kit/test-verbs.ts';
import { listCard } from './list-card.ts';
import { pruneTokens } from './prune-tokens.ts';
import { storeCard } from './store-card.ts';

let shop: TestAdmin;
beforeAll(async () => {
  shop = await openTestAdmin();
});
afterAll(() => shop.close());

type Values = Record<string, string>;

const read = async (answer: Response | Promise<Response>) => JSON.parse(await (await answer).text());
const HALF_AN_HOUR = 30 * 60;
const wait = (advance_seconds: number) => shop.call('POST', '/api/clock', { advance_seconds });

/** All that a script on the shop's page can read, used from elsewhere: `Origin` is just another header there. */
async function attacker(refreshToken: string) {
  const forged = { Origin: 'http://localhost:3000' };
  const exchange = { publishableKey: 'pk_sandbox_demo', refreshToken };
  const { accessToken } = await read(shop.post('/wallet/api/v1/token', exchange, forged));
  const headers = { ...forged, Authorization: `Bearer ${accessToken}` };
  const send = (path: string, form: Values) => shop.post(`/wallet/api/v1/${path}`, form, headers);
  const get = (path: string) => shop.get(`/wallet/api/v1/${path}`, headers);
  const card = async () => String((await read(get('methods'))).methods[0].id);
  return {
    send,
    get,
    card,
    alias: async (): Promise<string> => {
      const alias = await read(send('aliases', { method: await card(), merchant_id: '1001' }));
      return alias.paymentMethod.cc_token;
    },
  };
}

const refreshTokenOf = async (form: Values): Promise<string> =>
  (await read(shop.post('/users/api/v1/refresh_token', form))).refreshToken;

/** The refresh token of a page that a user with a saved card has open. */
async function victim(externalID: string, form: Values = {}): Promise<string> {
  const refreshToken = await refreshTokenOf({ externalID, ...form });
  const { context, accountId } = shop;
  const [user] = await context.db.select().from(users).where(eq(users.externalId, externalID));
  await context.db.transaction(async (db) => {
    const visa = { brand: 'VI' as const, number: '4242424242424242', holderName: '' };
    const inside = { ...context, db };
    const owner = { accountId, userId: user?.id ?? 0 };
    await listCard(inside, await storeCard(inside, { ...owner, ...visa, expMonth: 12, expYear: 2040 }));
  });
  return refreshToken;
}

const sale = { method: 'SALE', amount: '10', currency: 'EUR', merchant_id: '1001' };
const money = { amount: '10.00', currency: 'EUR' };
const PAYPAL = { method: 'paypal', opens: 'window' };
const DECLINED = { amount: '2000.05' };

const send = (form: Values) => shop.post('/wallet/api/v1/billing', { ...sale, ...form });

/** `OK` with the flags of `pm`, or the code of the refusal. */
async function bill(form: Values): Promise<string> {
  const { status, error, pm } = await read(send(form));
  return status === 'OK' ? `OK ${pm.is_single_use}${pm.is_short_live}` : error.code;
}

describe('S33: a token of another user', () => {
  test('is answered like an unknown one, to the byte', async () => {
    const ccToken = await (await attacker(await victim('owner'))).alias();
    const guestToken = await (await shop.openWallet('guest')).token('4242424242424242');
    const answers = [
      send({ ccToken: 'cc_unknown', externalID: 'somebody-else' }),
      send({ ccToken, externalID: 'somebody-else' }),
      send({ ccToken: guestToken, externalID: 'somebody-else' }),
    ];
    const texts = await Promise.all(answers.map(async (answer) => (await answer).text()));
    const comparable = texts.map((text) => text.replace(/"request_id":"[^"]+"/, ''));
    expect(new Set(comparable).size).toBe(1);
    expect(comparable[0]).toContain('token_invalid');
    expect(await bill({ ccToken, externalID: 'owner' })).toBe('OK 00');
    expect(await bill({ ccToken: guestToken, isGuest: '1' })).toBe('OK 11');
  });

  test('begins nothing, and a follow-up names the user of its payment', async () => {
    const ccToken = await (await attacker(await victim('buyer'))).alias();
    const { transaction } = await read(send({ ccToken, externalID: 'buyer' }));
    const refund = { method: 'REFUND', amount: '1', transactionID: transaction.transactionID };
    const others = await read(send({ ...refund, externalID: 'somebody-else' }));
    expect(others.error).toMatchObject({ code: 'parameter_conflict', param: 'externalID' });
    const ofGuest = await read(send({ ...refund, isGuest: '1' }));
    expect(ofGuest.error).toMatchObject({ code: 'parameter_conflict', param: 'isGuest' });
    expect(await bill({ ...refund, externalID: 'buyer' })).toBe('OK 00');
    expect(await bill(refund)).toBe('OK 00');
  });

  test('is no sandbox token, which fits any', async () => {
    const ccToken = 'tok_sandbox_4242424242424242';
    for (const externalID of ['anybody', 'somebody-else']) {
      const { transaction } = await read(send({ ccToken, externalID }));
      const refund = { method: 'REFUND', amount: '1', transactionID: transaction.transactionID };
      expect(await bill({ ...refund, externalID: 'whoever' })).toBe('OK 00');
    }
  });
});

test('S33: what a page script makes of a refresh token is billed once, soon, for no other and not after the end', async () => {
  const thief = await attacker(await victim('victim'));
  const sleeper = await attacker(await victim('sleeper'));
  const [declined, others, afterEnd, late] = [
    await thief.alias(),
    await thief.alias(),
    await thief.alias(),
    await sleeper.alias(),
  ];
  const first = await bill({ ...DECLINED, ccToken: declined });
  const again = await bill({ ccToken: declined });
  const inAnotherOrder = await bill({ ccToken: others, externalID: 'somebody-else' });
  await shop.call('POST', '/api/users/revoke', { account_id: 1, external_id: 'victim' });
  const afterTheUserEnded = await bill({ ccToken: afterEnd });
  await wait(HALF_AN_HOUR);
  const afterHalfAnHour = await bill({ ccToken: late });
  expect({ first, again, inAnotherOrder, afterTheUserEnded, afterHalfAnHour }).toEqual({
    first: 'card_declined',
    again: 'token_invalid',
    inAnotherOrder: 'token_invalid',
    afterTheUserEnded: 'token_invalid',
    afterHalfAnHour: 'token_invalid',
  });
});

describe('S33: a token of a saved card', () => {
  test('lasts once a billing with it succeeded, for its own user alone and until that user ends', async () => {
    const refreshToken = await victim('regular');
    const ccToken = await (await attacker(refreshToken)).alias();
    expect(await bill({ ccToken, externalID: 'regular' })).toBe('OK 00');
    await wait(DAY_SECONDS);
    expect(await bill({ ccToken, externalID: 'regular' })).toBe('OK 00');
    expect(await bill({ ccToken, externalID: 'somebody-else' })).toBe('token_invalid');
    await shop.call('POST', '/api/refresh-tokens/revoke', { refresh_token: refreshToken });
    expect(await bill({ ccToken, externalID: 'regular' })).toBe('OK 00');
    await shop.call('POST', '/api/users/revoke', { account_id: 1, external_id: 'regular' });
    expect(await bill({ ccToken, externalID: 'regular' })).toBe('token_invalid');
  });

  test('that a page has copied pays no order of a guest, of a backend that says who is shopping', async () => {
    const thief = await attacker(await victim('copied'));
    const [unspent, spent] = [await thief.alias(), await thief.alias()];
    expect(await bill({ ccToken: unspent, isGuest: '1' })).toBe('token_invalid');
    expect(await bill({ ccToken: spent, externalID: 'copied' })).toBe('OK 00');
    expect(await bill({ ccToken: spent, isGuest: '1' })).toBe('token_invalid');
    expect(await bill({ ccToken: spent })).toBe('token_invalid');
    expect(await bill({ ccToken: spent, externalID: 'copied' })).toBe('OK 00');
  });

  test('lasts for whoever bills it where its first billing named nobody', async () => {
    const ccToken = await (await attacker(await victim('unnamed'))).alias();
    expect(await bill({ ccToken })).toBe('OK 00');
    expect(await bill({ ccToken })).toBe('OK 00');
    expect(await bill({ ccToken, isGuest: '1' })).toBe('token_invalid');
  });

  test('is for one payment while that waits for the cardholder, whose yes makes it last', async () => {
    const ccToken = await (await attacker(await victim('asked'))).alias();
    const asked = { ccToken, method: 'SALE_3DS', currency: 'GBP', metadata: '{"sandbox_3ds":"auto:Y"}' };
    expect(await bill({ ...asked, transactionID: 'asked-1' })).toBe('OK 11');
    expect(await bill({ ccToken })).toBe('token_invalid');
    await wait(1);
    const looked = await read(shop.get('/wallet/api/v1/transactions/asked-1'));
    expect(looked.transaction.status).toBe('SUCCESS');
    expect(await bill({ ccToken })).toBe('OK 00');
  });

  test('ends with the refresh token of its wallet, other tokens of the user do not', async () => {
    const refreshToken = await victim('two-pages');
    const other = await refreshTokenOf({ externalID: 'two-pages' });
    const [ended, kept] = [
      await (await attacker(refreshToken)).alias(),
      await (await attacker(other)).alias(),
    ];
    await shop.call('POST', '/api/refresh-tokens/revoke', { refresh_token: refreshToken });
    expect(await bill({ ccToken: ended })).toBe('token_invalid');
    expect(await bill({ ccToken: kept })).toBe('OK 00');
  });

  test.each(['token', 'user'] as const)('is billed before its %s ends or not at all', async (what) => {
    for (let round = 0; round < 8; round += 1) {
      const externalID = `race-${what}-${round}`;
      const refreshToken = await victim(externalID);
      const thief = await attacker(refreshToken);
      const tokens = [await thief.alias(), await thief.alias(), await thief.alias()];
      const before = await shop.context.db.$count(payments);
      const billing = Promise.all(tokens.map((ccToken) => bill({ ccToken })));
      await (what === 'user'
        ? shop.call('POST', '/api/users/revoke', { account_id: 1, external_id: externalID })
        : shop.call('POST', '/api/refresh-tokens/revoke', { refresh_token: refreshToken }));
      const atTheEnd = await shop.context.db.$count(payments);
      const outcomes = await billing;
      const billed = outcomes.filter((outcome) => outcome.startsWith('OK')).length;
      expect(outcomes.every((outcome) => outcome === 'OK 00' || outcome === 'token_invalid')).toBe(true);
      expect({ round, billed }).toEqual({ round, billed: atTheEnd - before });
    }
  });
});

describe('S33: a wallet', () => {
  test('begins nothing once its refresh token has ended, and what it handed over before is billed in its time', async () => {
    const wallet = await attacker(await victim('ended', { ttl: '60' }));
    const [ccToken, method] = [await wallet.alias(), await wallet.card()];
    await wait(60);
    const ended = { error: { code: 'access_token_expired' } };
    const alias = { method, merchant_id: '1001' };
    const instant = {
      attempt: 'attempt-2',
      merchant_id: '1001',
      method: 'paypal',
      opens: 'window',
      ...money,
    };
    for (const path of ['methods', 'vault-key'])
      expect(await read(wallet.get(path)), path).toMatchObject(ended);
    for (const [path, form] of [
      ['aliases', alias],
      ['cards', { card: 'none', saveForLater: '1', merchant_id: '1001', view: 'MANAGE' }],
      ['instant', instant],
      [`methods/${method}/remove`, {}],
    ] as const) {
      expect(await read(wallet.send(path, form)), path).toMatchObject(ended);
    }
    expect((await wallet.get('challenges')).status).toBe(200);
    expect(await bill({ ccToken })).toBe('OK 00');
  });
});

test.each(['session', 'refresh token', 'user'] as const)(
  'S67: a wallet whose %s ended since it was authenticated is given no token, and begins no sale at a provider',
  async (what) => {
    const { context, accountId } = shop;
    const wallet = await shop.openWallet('user');
    const { userId, walletSession: walletSessionId } = wallet;
    const start = {
      caller: { accountId, userId, walletSessionId, isGuest: false, view: null, merchantId: null },
      form: InstantForm.parse({ attempt: 'attempt-1', merchant_id: '1001', ...PAYPAL, ...money }),
      metadata: {},
      locale: 'en',
      attemptDigest: new Uint8Array(32),
      requestId: randomUUID(),
      address: '192.0.2.1',
    };
    await {
      session: () => endWalletSession(context, walletSessionId),
      'refresh token': () => revokeTokenById(context, wallet.refreshTokenId),
      user: () => revokeUser(context, { account_id: accountId, user_id: userId }),
    }[what]();
    const ended = { code: 'access_token_invalid' };
    await expect(wallet.token('4242424242424242')).rejects.toMatchObject(ended);
    await expect(startInstantPayment(context, start)).rejects.toMatchObject(ended);
    const { db } = context;
    expect(await db.$count(cardTokens, eq(cardTokens.userId, userId))).toBe(0);
    expect(await db.$count(payments, eq(payments.userId, userId))).toBe(0);
  },
);

describe('S33: a refresh token made for one view', () => {
  const refused = { error: { code: 'view_not_allowed' } };

  test('MANAGE begins no payment', async () => {
    const thief = await attacker(await victim('manager', { view: 'MANAGE' }));
    const merchant_id = '1001';
    const alias = { method: await thief.card(), merchant_id };
    const paypal = { attempt: 'attempt-1', merchant_id, ...PAYPAL, ...money };
    const card = { card: 'none', saveForLater: '0', merchant_id };
    for (const [path, form] of [
      ['aliases', alias],
      ['instant', paypal],
      ['cards', card],
    ] as const) {
      expect(await read(thief.send(path, form)), path).toMatchObject(refused);
    }
    expect(await read(thief.get('instant/attempt-1'))).toMatchObject(refused);
    expect((await thief.send(`methods/${await thief.card()}/default`, {})).status).toBe(200);
  });

  test('CHECKOUT changes no saved card', async () => {
    const thief = await attacker(await victim('payer', { view: 'CHECKOUT' }));
    const id = await thief.card();
    for (const change of ['remove', 'restore', 'default']) {
      expect(await read(thief.send(`methods/${id}/${change}`, {})), change).toMatchObject(refused);
    }
    const card = { card: 'none', saveForLater: '1', merchant_id: '1001', view: 'MANAGE' };
    expect(await read(thief.send('cards', card))).toMatchObject(refused);
    expect(await bill({ ccToken: await thief.alias() })).toBe('OK 00');
  });

  test('is told to the page, and no other value is taken', async () => {
    const exchange = async (form: Values) => {
      const fields = { publishableKey: 'pk_sandbox_demo', refreshToken: await refreshTokenOf(form) };
      return read(shop.post('/wallet/api/v1/token', fields, { Origin: 'http://localhost:3000' }));
    };
    expect((await exchange({ view: 'MANAGE' })).view).toBe('MANAGE');
    expect(await exchange({})).not.toHaveProperty('view');
    const answer = await read(shop.post('/users/api/v1/refresh_token', { view: 'BOTH' }));
    expect(answer.error).toMatchObject({ code: 'parameter_invalid', param: 'view' });
  });
});

test('S44: no table, stored answer or callback holds a token in clear, and records show it', async () => {
  const thief = await attacker(await victim('shown'));
  const unspent = await thief.alias();
  const spent = await thief.alias();
  const callback_url = 'http://127.0.0.1:9999/callback';
  const billed = await read(send({ ccToken: spent, transactionID: 'shown-1', callback_url }));
  expect(billed.status).toBe('OK');
  await read(send({ ccToken: 'tok_sandbox_4242424242424242', transactionID: 'shown-2', callback_url }));
  const [own, sandbox] = [await shop.record('shown-1'), await shop.record('shown-2')];
  expect(own.token).toBe(spent);
  expect(sandbox.token).toMatch(/^cc_[\w-]{32}$/);
  expect((await shop.told('shown-1'))[0]?.transaction.token).toBe(spent);
  expect(await shop.context.db.$count(callbacks)).toBeGreaterThan(1);
  const tokens = [unspent, spent, sandbox.token];
  expect(await tablesHolding(shop.context.db, tokens.flatMap(spellings))).toEqual([]);
});

describe('S45: the tokens of a wallet session', () => {
  const isKept = async (ccToken: string) => {
    await pruneTokens(shop.context);
    const isThis = eq(cardTokens.digest, cardTokenDigest(shop.context, ccToken));
    return (await shop.context.db.$count(cardTokens, isThis)) === 1;
  };

  test('are bounded: the oldest that is unspent ends', async () => {
    const thief = await attacker(await victim('hoarder'));
    const tokens: string[] = [];
    while (tokens.length < 12) tokens.push(await thief.alias());
    const outcomes: string[] = [];
    for (const ccToken of tokens) outcomes.push(await bill({ ...DECLINED, ccToken }));
    const [ended, live] = ['token_invalid', 'card_declined'];
    expect(outcomes).toEqual([ended, ended, ...Array.from({ length: 10 }, () => live)]);
  });

  test('are deleted a day after they ended, unless a payment was begun with them', async () => {
    const thief = await attacker(await victim('leaver'));
    const [spent, unspent] = [await thief.alias(), await thief.alias()];
    expect(await bill({ ...DECLINED, ccToken: spent })).toBe('card_declined');
    await wait(DAY_SECONDS + HALF_AN_HOUR - 1);
    expect([await isKept(spent), await isKept(unspent)]).toEqual([true, true]);
    await wait(1);
    expect([await isKept(spent), await isKept(unspent)]).toEqual([true, false]);
  });
});
