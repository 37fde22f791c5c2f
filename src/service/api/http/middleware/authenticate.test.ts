import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../main/app.ts';
import { cards } from '../../../tables/cards.ts';
import { cardTokens, operations } from '../../../tables/payments.ts';
import { providerPayments } from '../../../tables/provider-payments.ts';
import { refreshTokens, users } from '../../../tables/sessions.ts';
import { openTestAdmin, type TestAdmin } from '../../../test-kit/test-admin.ts';
import { readJson, refusal } from '../../../test-kit/test-client.ts';
import { boundTo, seal } from '../../../test-kit/test-sealing.ts';
import { listCard } from '../../../vault/list-card.ts';
import { storeCard } from '../../../vault/store-card.ts';

type Values = Record<string, string>;

let admin: TestAdmin;
let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  admin = await openTestAdmin();
  app = createApp(admin.context);
});
afterAll(() => admin.close());

/** Sends all of a request but its body. Resolves once the service waits for that, to what sends it. */
async function holdBack(path: string, form: Values, headers: Values) {
  const text = String(new URLSearchParams(form));
  const { body, isRead } = heldBody();
  const described = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': String(text.length),
  };
  const incoming = Object.assign(body, { socket: { remoteAddress: '192.0.2.1' } });
  const answer = app.request(path, { method: 'POST', headers: { ...described, ...headers } }, { incoming });
  await Promise.race([isRead, answer]);
  return () => {
    body.push(text);
    body.push(null);
    return answer;
  };
}

function heldBody() {
  let body = new Readable();
  const isRead = new Promise<void>((resolve) => {
    body = new Readable({ read: () => resolve() });
  });
  return { body, isRead };
}

/** A wallet of a user with a saved card. */
async function openWallet() {
  const wallet = await admin.openWallet('user');
  const owner = { accountId: admin.accountId, userId: wallet.userId };
  const id = await admin.context.db.transaction(async (db) => {
    const visa = { brand: 'VI' as const, number: '4242424242424242', holderName: '' };
    const inside = { ...admin.context, db };
    const card = await storeCard(inside, { ...owner, ...visa, expMonth: 12, expYear: 2040 });
    return (await listCard(inside, card)).id;
  });
  return { ...wallet, savedCard: id };
}

type Wallet = Awaited<ReturnType<typeof openWallet>>;

const payment = { merchant_id: '1001', currency: 'EUR' };

/** What a wallet begins, and the form of each. */
const BEGINNINGS: Record<string, (wallet: Wallet) => Promise<Values> | Values> = {
  cards: async ({ walletSession }) => {
    const entered = { number: '4242424242424242', expMonth: '12', expYear: '2033', securityCode: '987' };
    const bound = boundTo(admin.context, walletSession);
    const card = await seal(admin.context, { ...entered, holderName: 'A Shopper', bound });
    return { card, saveForLater: '1', merchant_id: '1001' };
  },
  aliases: ({ savedCard }) => ({ method: String(savedCard), merchant_id: '1001' }),
  instant: () => ({
    ...payment,
    attempt: 'attempt-0001',
    method: 'paypal',
    opens: 'window',
    amount: '48.50',
  }),
  'methods/:id/edit': () => ({ expMonth: '03', expYear: '2044' }),
  'methods/:id/remove': () => ({}),
};

const ENDS: Record<string, (wallet: Wallet) => Promise<unknown>> = {
  'the wallet session': ({ walletSession }) =>
    admin.call('POST', `/api/wallet-sessions/${walletSession}/end`),
  'the refresh token': ({ refreshTokenId }) =>
    admin.call('POST', `/api/refresh-tokens/${refreshTokenId}/revoke`),
  'the user': ({ userId }) => admin.call('POST', '/api/users/revoke', { account_id: 1, user_id: userId }),
};

/** All that a wallet could have begun. */
async function written({ userId }: Wallet) {
  const { db } = admin.context;
  return {
    cards: await db.select().from(cards).where(eq(cards.userId, userId)),
    tokens: await db.select().from(cardTokens).where(eq(cardTokens.userId, userId)),
    payments: await db.select().from(providerPayments).where(eq(providerPayments.userId, userId)),
  };
}

describe('S67: a body that was held back begins nothing', () => {
  const pairs = Object.keys(BEGINNINGS).flatMap((path) => Object.keys(ENDS).map((end) => [path, end]));

  test.each(pairs)('at %s once %s was ended meanwhile', async (path = '', end = '') => {
    const wallet = await openWallet();
    const form = await BEGINNINGS[path]?.(wallet);
    const address = `/wallet/api/v1/${path.replace(':id', String(wallet.savedCard))}`;
    const send = await holdBack(address, form ?? {}, wallet.authorization);
    const before = await written(wallet);
    await ENDS[end]?.(wallet);
    expect(await refusal(send())).toEqual([401, 'access_token_invalid']);
    expect(await written(wallet)).toEqual(before);
  });

  test('once the refresh token of its wallet has ended', async () => {
    const wallet = await openWallet();
    const { db, clock } = admin.context;
    const inAMinute = { expiresAt: new Date(clock.now().getTime() + 60_000) };
    await db.update(refreshTokens).set(inAMinute).where(eq(refreshTokens.id, wallet.refreshTokenId));
    const send = await holdBack('/wallet/api/v1/aliases', {}, wallet.authorization);
    await admin.call('POST', '/api/clock', { advance_seconds: 60 });
    expect(await refusal(send())).toEqual([401, 'access_token_expired']);
  });

  test('once its secret key was ended, of a payment neither', async () => {
    const key = await admin.call('POST', '/api/accounts/1/secret-keys');
    const sale = { ...payment, method: 'SALE', amount: '10.00', ccToken: 'tok_sandbox_4242424242424242' };
    const transactionID = 'held-back';
    const headers = { secretKey: key.secret_key };
    const billing = await holdBack('/wallet/api/v1/billing', { ...sale, transactionID }, headers);
    const granting = await holdBack('/users/api/v1/refresh_token', {}, headers);
    await admin.call('DELETE', `/api/accounts/1/secret-keys/${key.secret_key_id}`);
    expect(await refusal(billing())).toEqual([401, 'secret_key_invalid']);
    expect(await refusal(granting())).toEqual([401, 'secret_key_invalid']);
    const { db } = admin.context;
    const sales = await db.select().from(operations).where(eq(operations.transactionId, transactionID));
    expect(sales).toEqual([]);
  });

  test('once the user was ended whom a backend acts as', async () => {
    const login = await admin.post('/users/api/v1/user/login', { externalID: 'held' });
    const { id, accessToken } = await readJson(login);
    const form = { metadata: '{"late":true}' };
    const send = await holdBack('/users/api/v1/user/metadata', form, { Authorization: accessToken });
    await admin.call('POST', '/api/users/revoke', { account_id: 1, user_id: id });
    expect(await refusal(send())).toEqual([401, 'access_token_invalid']);
    const [user] = await admin.context.db.select().from(users).where(eq(users.id, id));
    expect(user?.metadata).toEqual({});
  });
});

test('authenticate takes a body that comes late, while its key and its tokens are in force', async () => {
  const wallet = await openWallet();
  const form = { method: String(wallet.savedCard), merchant_id: '1001' };
  const send = await holdBack('/wallet/api/v1/aliases', form, wallet.authorization);
  expect((await send()).status).toBe(200);
});
