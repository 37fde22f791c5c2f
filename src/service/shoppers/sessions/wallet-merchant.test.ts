import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cards } from '../../tables/cards.ts';
import { cardTokens, payments } from '../../tables/payments.ts';
import { providerPayments } from '../../tables/provider-payments.ts';
import { users } from '../../tables/sessions.ts';
import { openTestAdmin, type TestAdmin } from '../../test-kit/test-admin.ts';
import { readJson, refusal } from '../../test-kit/test-client.ts';
import { APPROVED, testProvider } from '../../test-kit/test-provider.ts';
import { boundTo, seal } from '../../test-kit/test-sealing.ts';
import { listCard } from '../../vault/list-card.ts';
import { storeCard } from '../../vault/store-card.ts';

let shop: TestAdmin;
let provider: ReturnType<typeof testProvider>;
beforeAll(async () => {
  shop = await openTestAdmin();
  provider = testProvider(shop);
});
afterAll(() => shop.close());

type Values = Record<string, string>;
type Keys = { readonly secretKey: string; readonly publishableKey: string };

const DEMO: Keys = { secretKey: 'sk_sandbox_demo', publishableKey: 'pk_sandbox_demo' };
const ORIGIN = 'http://localhost:3000';
const CARD = {
  number: '4242424242424242',
  expMonth: '03',
  expYear: '2034',
  securityCode: '987',
  holderName: 'A Shopper',
};
const REFUSED = [403, 'merchant_not_allowed', 'merchant_id'];

/** A page of a shop, whose script may send what it likes with the refresh token that its backend made. */
async function openPage(form: Values, { secretKey, publishableKey }: Keys = DEMO) {
  const { refreshToken } = await readJson(
    await shop.post('/users/api/v1/refresh_token', form, { secretKey }),
  );
  const exchange = { publishableKey, refreshToken };
  const session = await readJson(await shop.post('/wallet/api/v1/token', exchange, { Origin: ORIGIN }));
  const authorization = { Authorization: session.accessToken };
  const post = (path: string, values: Values) => shop.post(`/wallet/api/v1/${path}`, values, authorization);
  const instant = (merchant: number, values: Values = {}) =>
    post('instant', {
      attempt: randomUUID(),
      method: 'paypal',
      opens: 'window',
      currency: 'GBP',
      amount: '10.00',
      merchant_id: String(merchant),
      ...values,
    });
  return {
    session,
    authorization,
    post,
    instant,
    async enter(merchant: number, view = 'CHECKOUT') {
      const bound = boundTo(shop.context, session.walletSession, merchant);
      const card = await seal(shop.context, { ...CARD, bound });
      return post('cards', { card, view, saveForLater: '0', merchant_id: String(merchant) });
    },
    saved: (merchant: number, method: number) =>
      post('aliases', { method: String(method), merchant_id: String(merchant) }),
    /** An instant payment that the shopper approves. Returns its transaction's id. */
    async paid(merchant: number, values: Values): Promise<string> {
      const { payment } = await readJson(await instant(merchant, values));
      await provider.end(payment, APPROVED);
      return payment.transaction_id;
    },
  };
}

type Page = Awaited<ReturnType<typeof openPage>>;

/** A user of the demo account with a saved card. */
async function userWithCard() {
  const externalID = randomUUID();
  await openPage({ externalID });
  const { context, accountId } = shop;
  const [user] = await context.db.select().from(users).where(eq(users.externalId, externalID));
  const userId = user?.id ?? 0;
  const card = await context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const visa = { brand: 'VI' as const, number: CARD.number, holderName: '', expMonth: 12, expYear: 2040 };
    return listCard(inside, await storeCard(inside, { accountId, userId, ...visa }));
  });
  return { externalID, userId, cardId: card.id };
}

/** What a user's pages have begun: cards beside the saved one, tokens, payments. */
async function transactionsOf(userId: number): Promise<number[]> {
  const { db } = shop.context;
  return Promise.all(
    [cards, cardTokens, payments, providerPayments].map((table) =>
      db.$count(table, eq(table.userId, userId)),
    ),
  );
}

/** Every door at which a page names a merchant. */
const doors = (page: Page, merchant: number, cardId: number) => [
  page.enter(merchant),
  page.enter(merchant, 'MANAGE'),
  page.saved(merchant, cardId),
  page.instant(merchant),
  page.instant(merchant, { method: 'applepay' }),
];

async function codes(answers: readonly (Response | Promise<Response>)[]) {
  return Promise.all(answers.map(async (answer) => ((await answer).ok ? 'OK' : refusal(answer))));
}

describe('S69: a refresh token made for one merchant', () => {
  test('begins nothing at another, at whichever door its page names it', async () => {
    const { externalID, userId, cardId } = await userWithCard();
    const page = await openPage({ externalID, merchant_id: '1001' });
    expect(page.session).toMatchObject({ merchant_id: 1001 });
    for (const other of [1002, 1003, 999_999]) {
      expect(await codes(doors(page, other, cardId))).toEqual(Array.from({ length: 5 }, () => REFUSED));
    }
    expect(await transactionsOf(userId)).toEqual([1, 0, 0, 0]);
  });

  test('begins all at its own, whether pages may name that or not', async () => {
    for (const own of [1001, 1002]) {
      const { externalID, cardId } = await userWithCard();
      const page = await openPage({ externalID, merchant_id: String(own) });
      expect(await codes(doors(page, own, cardId))).toEqual(Array.from({ length: 5 }, () => 'OK'));
    }
  });

  test('neither reads nor ends what its user has open at another merchant', async () => {
    const externalID = randomUUID();
    const attempt = randomUUID();
    const owner = await openPage({ externalID, merchant_id: '1001' });
    await owner.instant(1001, { attempt });
    const other = await openPage({ externalID, merchant_id: '1002' });
    const read = (page: Page) => shop.get(`/wallet/api/v1/instant/${attempt}`, page.authorization);
    expect(await refusal(read(other))).toEqual([404, 'not_found', 'attempt']);
    expect(await refusal(other.post(`instant/${attempt}/cancel`, {}))).toEqual([404, 'not_found', 'attempt']);
    expect((await readJson(await read(owner))).payment).toMatchObject({ status: 'PENDING' });
  });

  test('leads no challenge of another merchant to its page', async () => {
    const { externalID, cardId } = await userWithCard();
    const owner = await openPage({ externalID, merchant_id: '1001' });
    const { paymentMethod } = await readJson(await owner.saved(1001, cardId));
    const sale = { method: 'SALE_3DS', amount: '10.00', currency: 'GBP', externalID };
    const ccToken = paymentMethod.cc_token;
    const { transaction } = await readJson(
      await shop.post('/wallet/api/v1/billing', { ...sale, ccToken, merchant_id: '1001' }),
    );
    const waiting = async (page: Page) =>
      (await readJson(await shop.get('/wallet/api/v1/challenges', page.authorization))).challenges.length;
    const other = await openPage({ externalID, merchant_id: '1002' });
    expect([await waiting(owner), await waiting(other)]).toEqual([1, 0]);
    const named = `challenges/${transaction.transactionID}`;
    expect(await refusal(other.post(`${named}/cancel`, {}))).toEqual([404, 'transaction_not_found']);
    expect(await refusal(other.post(`${named}/resume`, {}))).toEqual([404, 'transaction_not_found']);
    expect(await waiting(await openPage({ externalID, merchant_id: '1001' }))).toBe(1);
    expect((await owner.post(`${named}/cancel`, {})).status).toBe(200);
  });
});

describe('S69: a refresh token made for no merchant', () => {
  test('opens those merchants alone whose settings let pages name them', async () => {
    const { externalID, userId, cardId } = await userWithCard();
    const page = await openPage({ externalID });
    expect(page.session).not.toHaveProperty('merchant_id');
    expect(await codes(doors(page, 1002, cardId))).toEqual(Array.from({ length: 5 }, () => REFUSED));
    expect(await transactionsOf(userId)).toEqual([1, 0, 0, 0]);
    expect(await codes(doors(page, 1001, cardId))).toEqual(Array.from({ length: 5 }, () => 'OK'));
  });

  test("goes round nothing of a new account's main by naming its main-async", async () => {
    const { account, secret_key } = await shop.call('POST', '/api/accounts', {
      name: 'Tea',
      origins: [ORIGIN],
    });
    const [main, later] = account.merchants;
    expect([main, later].map(({ merchant_ref, settings }) => [merchant_ref, settings.pagesMayName])).toEqual([
      ['main', true],
      ['main-async', false],
    ]);
    await shop.call('PATCH', `/api/merchants/${main.merchant_id}`, {
      instantMethods: [],
      alternativeMethods: [],
      smallestAmount: 5000,
      notificationUrls: ['https://shop.example/told'],
    });
    const page = await openPage({}, { secretKey: secret_key, publishableKey: account.publishable_key });
    expect(await refusal(page.instant(main.merchant_id))).toEqual([403, 'method_not_enabled', 'method']);
    expect(await refusal(page.instant(later.merchant_id))).toEqual(REFUSED);
    await shop.call('PATCH', `/api/merchants/${later.merchant_id}`, { pagesMayName: true });
    expect((await page.instant(later.merchant_id)).status).toBe(200);
    await shop.call('PATCH', `/api/merchants/${later.merchant_id}`, { pagesMayName: false });
    expect(await refusal(page.instant(later.merchant_id))).toEqual(REFUSED);
  });

  test('opens of merchants from before the setting the one that pages named', async () => {
    const { db } = shop.context;
    const { account, secret_key } = await shop.call('POST', '/api/accounts', {
      name: 'Tea',
      origins: [ORIGIN],
    });
    const [main, later] = account.merchants;
    await db.execute(sql`update merchants set settings = '{}' where account_id = ${account.account_id}`);
    shop.context.rowCache.forget();
    const page = await openPage({}, { secretKey: secret_key, publishableKey: account.publishable_key });
    expect((await page.instant(main.merchant_id)).status).toBe(200);
    expect(await refusal(page.instant(later.merchant_id))).toEqual(REFUSED);
  });
});

test('S69: record and callback name the merchant that was paid, for two orders of one id', async () => {
  const order = {
    metadata: '{"order_id":"order-1042"}',
    callback_url: `${ORIGIN}/told`,
    return_url: ORIGIN,
  };
  for (const [merchant, ref] of [
    [1001, 'demo'],
    [1002, 'demo-async'],
  ] as const) {
    const page = await openPage({ merchant_id: String(merchant) });
    const id = await page.paid(merchant, order);
    const { transaction } = await readJson(await shop.get(`/wallet/api/v1/transactions/${id}`));
    expect(transaction).toMatchObject({
      order_id: 'order-1042',
      amount: 10,
      currency: 'GBP',
      status: 'SUCCESS',
      merchant_ref: ref,
      sandbox: { merchant_id: merchant },
    });
    const [told] = await shop.told(id);
    expect(told?.transaction).toMatchObject({ order_id: 'order-1042', merchant_ref: ref });
  }
});
