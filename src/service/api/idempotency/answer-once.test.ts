import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { storedAnswers } from '../../tables/stored-answers.ts';
import { openTestShop } from '../../test-kit/test-shop.ts';
import { answerOnce, type Work } from './answer-once.ts';
import { type Answer, pruneAnswers } from './stored-answers.ts';

const shop = await openTestShop();
afterAll(shop.close);

const BILLING = '/wallet/api/v1/billing';
const CARD = 'tok_sandbox_4242424242424242';
const DECLINED = 'tok_sandbox_4000000000009995';
const sale = { method: 'SALE', amount: '10.5', currency: 'EUR', merchant_id: '1001', ccToken: CARD };

async function bill(
  key: string | undefined,
  values: Record<string, string> = sale,
  secretKey = 'sk_sandbox_demo',
) {
  const headers = { secretKey, ...(key !== undefined && { 'Idempotency-Key': key }) };
  const answer = await shop.post(BILLING, values, headers);
  const body = await answer.text();
  return {
    status: answer.status,
    body,
    code: JSON.parse(body).error?.code,
    isReplay: answer.headers.get('Idempotent-Replayed') === 'true',
    retryAfter: answer.headers.get('Retry-After'),
  };
}

const operationsOf = async (body: string) => {
  const { transaction } = JSON.parse(body);
  const answer = await shop.get(`/wallet/api/v1/transactions/${transaction.transactionID}`);
  return JSON.parse(await answer.text()).transaction.sandbox;
};

test('answerOnce gives the same request its first answer byte for byte, also after the payment moved on', async () => {
  const auth = { ...sale, method: 'AUTH' };
  const first = await bill('moved-on', auth);
  const { transactionID } = JSON.parse(first.body).transaction;
  await bill(undefined, { method: 'CHARGE', amount: '1', currency: 'EUR', transactionID });
  const second = await bill('moved-on', auth);
  expect(second).toEqual({ ...first, isReplay: true });
  const turned = Object.fromEntries(Object.entries(auth).toReversed());
  expect((await bill('"moved-on"', { ...turned, secretKey: 'sk_sandbox_demo' })).body).toBe(first.body);
});

test('answerOnce keeps the id of a start for ever, and its answer for 30 days', async () => {
  const named = { ...sale, method: 'AUTH', transactionID: 'for.ever' };
  const first = await bill(undefined, named);
  await bill(undefined, { method: 'CHARGE', amount: '1', currency: 'EUR', transactionID: 'for.ever' });
  shop.advance(29 * 86_400);
  await pruneAnswers(shop.context);
  expect(await bill(undefined, named)).toEqual({ ...first, isReplay: true });
  expect(await bill('with-a-key-too', named)).toEqual({ ...first, isReplay: true });
  expect(await bill('with-a-key-too', { ...named, amount: '1' })).toMatchObject({
    code: 'idempotency_key_reused',
  });
  expect(await bill(undefined, { ...named, amount: '1' })).toMatchObject({
    status: 409,
    code: 'transaction_id_exists',
  });
  for (const days of [1, 400]) {
    shop.advance(days * 86_400);
    for (const amount of ['10.5', '1']) {
      const refused = { status: 409, code: 'transaction_id_exists', isReplay: false };
      expect(await bill(undefined, { ...named, amount })).toMatchObject(refused);
    }
    await pruneAnswers(shop.context);
  }
  const [left] = await shop.context.db.select().from(storedAnswers).where(eq(storedAnswers.key, 'for.ever'));
  expect(left).toMatchObject({ sealed: null, body: null, expiresAt: null });
});

test('answerOnce stores no digest that the parameters, a card number among them, could be guessed from', async () => {
  await bill('keyed');
  const rows = await shop.context.db.select().from(storedAnswers).where(eq(storedAnswers.key, 'keyed'));
  const parameters = JSON.stringify(
    Object.entries(sale).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
  const unkeyed = createHash('sha256').update(parameters).digest('hex');
  const stored = rows.map(({ requestDigest }) => Buffer.from(requestDigest).toString('hex'));
  const keyed = shop.context.masterKey.digest('form', parameters);
  expect(stored).toEqual([Buffer.from(keyed).toString('hex')]);
  expect(stored).not.toContain(unkeyed);
});

test('answerOnce keeps a decline', async () => {
  const first = await bill('declined', { ...sale, ccToken: DECLINED });
  expect(first.status).toBe(402);
  expect(await bill('declined', { ...sale, ccToken: DECLINED })).toEqual({ ...first, isReplay: true });
});

test('answerOnce judges afresh what changed nothing', async () => {
  const { transaction } = JSON.parse((await bill(undefined, { ...sale, method: 'AUTH' })).body);
  const { transactionID } = transaction;
  const refund = { method: 'REFUND', amount: '1', currency: 'EUR', transactionID };
  expect(await bill('refund', refund)).toMatchObject({ status: 409, isReplay: false });
  await bill(undefined, { ...refund, method: 'CHARGE' });
  expect(await bill('refund', refund)).toMatchObject({ status: 200, isReplay: false });
  expect(await bill('wrong', { ...sale, amount: 'x' })).toMatchObject({ status: 400 });
  expect(await bill('wrong')).toMatchObject({ status: 200, isReplay: false });
});

test('answerOnce refuses a key with other parameters and forgets it after a day', async () => {
  await bill('a-day');
  expect(await bill('a-day', { ...sale, orderID: 'other' })).toMatchObject({
    status: 422,
    code: 'idempotency_key_reused',
  });
  shop.advance(86_400);
  expect(await bill('a-day', { ...sale, orderID: 'other' })).toMatchObject({ status: 200, isReplay: false });
  expect(await bill('a-day', { ...sale, orderID: 'other' })).toMatchObject({ isReplay: true });
  shop.advance(86_400);
  await pruneAnswers(shop.context);
  const keys = await shop.context.db.select().from(storedAnswers);
  expect(keys.filter(({ scope }) => scope === BILLING)).toEqual([]);
});

test('answerOnce runs one of 32 simultaneous requests with one key', async () => {
  const { transaction } = JSON.parse((await bill(undefined, { ...sale, method: 'AUTH' })).body);
  const part = { method: 'CHARGE', amount: '0.1', currency: 'EUR', transactionID: transaction.transactionID };
  const answers = await Promise.all(Array.from({ length: 32 }, () => bill('together', part)));
  const done = answers.filter(({ status }) => status === 200);
  expect(new Set(done.map(({ body }) => body)).size).toBe(1);
  expect(done.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect(answer).toMatchObject({ status: 409, code: 'idempotency_key_in_use', retryAfter: '1' });
  }
  expect(answers.length - done.length).toBeGreaterThan(0);
  expect(await operationsOf(done[0]?.body ?? '')).toMatchObject({ captured: '0.10' });
});

test('answerOnce asks for another try where the first request has just taken back its claim', async () => {
  const first = await bill('taken-back');
  const { db } = shop.context;
  // As it is read a moment before the commit that takes back operation and answer together.
  const operationId = crypto.randomUUID();
  await db.update(storedAnswers).set({ operationId }).where(eq(storedAnswers.key, 'taken-back'));
  expect(first.status).toBe(200);
  expect(await bill('taken-back')).toMatchObject({
    status: 409,
    code: 'idempotency_key_in_use',
    retryAfter: '1',
  });
});

test('answerOnce lets every one of 8 simultaneous starts with one transaction id have its answer', async () => {
  const named = { ...sale, transactionID: 'once.only' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => bill(undefined, named)));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
});

/** Work that asks no acquirer and gives this answer. */
async function workOf(answer: Answer): Promise<Work> {
  const transaction = await shop.bill(sale);
  return { claim: async () => ({ transaction }), answer: async () => answer };
}

test('answerOnce keeps the keys of accounts apart', async () => {
  const strangers = await shop.otherShop(5001);
  const run = async (accountId: number, status: number) =>
    answerOnce(
      shop.context,
      {
        accountId,
        key: { path: BILLING, text: 'shared' },
        transactionId: undefined,
        requestDigest: new Uint8Array(32),
      },
      await workOf({ status, body: '' }),
    );
  await run(shop.accountId, 200);
  expect(await run(strangers.accountId, 402)).toEqual({ answer: { status: 402, body: '' }, isReplay: false });
});

test('answerOnce keeps nothing of a run that fails', async () => {
  const request = {
    accountId: shop.accountId,
    transactionId: undefined,
    requestDigest: new Uint8Array(32),
    key: { path: BILLING, text: 'fails' },
  };
  const now = await workOf({ status: 200, body: 'now' });
  const fails = answerOnce(shop.context, request, {
    ...now,
    answer: () => Promise.reject(new Error('broken')),
  });
  await expect(fails).rejects.toThrow('broken');
  const again = await answerOnce(shop.context, request, now);
  expect(again).toEqual({ answer: { status: 200, body: 'now' }, isReplay: false });
});

test.each(['', ' ', 'a b', '"a', '"a"b"', '"', '""', 'x'.repeat(256), 'ä'])(
  'Idempotency-Key %j is refused',
  async (key) => {
    expect(await bill(key)).toMatchObject({ status: 400, code: 'idempotency_key_invalid' });
  },
);
