import { setTimeout } from 'node:timers/promises';
import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { nothingInProgress } from '../../base/runtime/in-progress.ts';
import { createApp } from '../../main/app.ts';
import { attempts } from '../../tables/attempts.ts';
import { cardTokens, operations, payments } from '../../tables/payments.ts';
import { storedAnswers } from '../../tables/stored-answers.ts';
import { attemptOf, postBilling } from '../../test-kit/acquirers/post-billing.ts';
import { openTestAcquirer } from '../../test-kit/acquirers/test-acquirer.ts';
import { openTestShop } from '../../test-kit/test-shop.ts';
import { eraseQuestions, resolveAttempts } from './resolve-attempts.ts';

const shop = await openTestShop();
afterAll(shop.close);
const { db } = shop.context;
const acquirer = openTestAcquirer();
const context = acquirer.on(shop.context);
const app = createApp(context);

type Values = Record<string, string>;
const CARD = 'tok_sandbox_4242424242424242';
const callback_url = 'http://127.0.0.1:9999/callback';
const DAY_SECONDS = 24 * 60 * 60;
const money = { amount: '10', currency: 'EUR' };
const sale = { method: 'SALE', ...money, merchant_id: '1001', ccToken: CARD };

const post = (values: Values, key?: string, to = app) => postBilling(to, values, key);

/** Another process on the store, which shares nothing else with the first. */
const otherProcess = () => createApp({ ...context, inProgress: nothingInProgress() });
const resolveAfter = async (seconds = 60) => {
  shop.advance(seconds);
  await eraseQuestions(context);
  return resolveAttempts(context);
};
const ledgerOf = (transactionId: string) =>
  [...acquirer.ledger.values()].filter(({ question }) => question.merchantReference === transactionId);

/** An answer that comes once `answer` is called. */
function heldAnswer() {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  return { answered, answer: () => answer() };
}

beforeEach(async () => {
  acquirer.mishaps.length = 0;
  await resolveAfter(3600);
  acquirer.asked.length = 0;
});

describe.each(['lost before', 'lost after'] as const)('an answer that is %s', (mishap) => {
  test('leaves a SALE pending, which the resolver ends, with one effect', async () => {
    acquirer.mishaps.push(mishap);
    const form = { ...sale, callback_url };
    const pending = await post(form, `sale-${mishap.replace(' ', '-')}`);
    expect(pending).toMatchObject({
      status: 200,
      transaction: { status: 'PENDING', processorStatus: 'pending' },
    });
    const { transactionID: id } = pending.transaction;
    expect((await shop.record(id)).status).toBe('PENDING');
    expect(await shop.told(id)).toEqual([]);
    expect(await post(form, `sale-${mishap.replace(' ', '-')}`, otherProcess())).toEqual({
      ...pending,
      isReplay: true,
    });
    await resolveAfter();
    expect(ledgerOf(id)).toHaveLength(1);
    expect(await shop.record(id)).toMatchObject({ status: 'SUCCESS', sandbox: { captured: '10.00' } });
    expect((await shop.told(id)).map((body) => body.notification_details.info)).toEqual(['SALE_SUCCEEDED']);
    expect(await attemptOf(context, id)).toMatchObject({ state: 'ended', sealed: null });
    // The stored answer stays what it was.
    expect(await post(form, `sale-${mishap.replace(' ', '-')}`)).toEqual({ ...pending, isReplay: true });
  });

  test('holds the amount of a CHARGE, and no second question goes out', async () => {
    const { transaction } = await post({ ...sale, method: 'AUTH' });
    const { transactionID } = transaction;
    acquirer.mishaps.push(mishap);
    const charge = { method: 'CHARGE', ...money, transactionID };
    const pending = await post(charge);
    expect(pending.transaction).toMatchObject({
      status: 'PENDING',
      sandbox: { capture_pending: '10.00', captured: '0.00' },
    });
    expect(await post(charge)).toMatchObject({ code: 'amount_exceeds_authorised' });
    expect(await post({ method: 'VOID', transactionID })).toMatchObject({ code: 'transaction_not_voidable' });
    await resolveAfter();
    const { transactionID: chargeId } = pending.transaction;
    expect(ledgerOf(chargeId)).toHaveLength(1);
    expect(await shop.record(chargeId)).toMatchObject({ status: 'SUCCESS', sandbox: { captured: '10.00' } });
  });

  test('leaves an AUTH that can neither be captured nor voided until its end is known', async () => {
    acquirer.mishaps.push(mishap);
    const { transaction } = await post({ ...sale, method: 'AUTH' });
    const { transactionID } = transaction;
    expect(transaction.status).toBe('PENDING');
    for (const method of ['CHARGE', 'REFUND', 'VOID']) {
      const refused = await post({ method, transactionID, ...(method !== 'VOID' && money) });
      expect(refused.code).toMatch(/^transaction_not_/);
    }
    await resolveAfter();
    expect((await post({ method: 'CHARGE', ...money, transactionID })).transaction.status).toBe('OK');
  });
});

test('a question that never left is taken back: nothing stays, and the same request may be sent again', async () => {
  await post(sale);
  const { token } = await shop.openWallet('guest');
  const form = { ...sale, ccToken: await token('4242424242424242'), transactionID: 'taken-back' };
  const counts = () =>
    Promise.all([payments, operations, attempts, storedAnswers].map((table) => db.$count(table)));
  const before = await counts();
  acquirer.mishaps.push('not sent');
  expect(await post(form, 'taken-back')).toMatchObject({ status: 503, code: 'processor_unavailable' });
  expect(await counts()).toEqual(before);
  const answer = await post(form, 'taken-back');
  expect(answer).toMatchObject({ status: 200, isReplay: false, transaction: { status: 'OK' } });
  expect(ledgerOf('taken-back')).toHaveLength(1);
});

test('a start that never left takes back only what it did to a token that lasts', async () => {
  const wallet = await shop.openWallet('user');
  const ccToken = await wallet.token('4242424242424242', 'keep-on-success');
  await post({ ...sale, ccToken });
  const [{ id, sealed } = { id: 0, sealed: null }] = await db
    .select()
    .from(cardTokens)
    .orderBy(desc(cardTokens.id))
    .limit(1);
  expect(sealed).not.toBeNull();
  // Sealed anew by a rotation of the keys, and its code used by another payment, while the acquirer was not reached.
  const meanwhile = { sealed: Buffer.from('another seal'), isCvvUsed: true };
  acquirer.mishaps.push(async () => {
    await db.update(cardTokens).set(meanwhile).where(eq(cardTokens.id, id));
    return { kind: 'notSent', reason: 'refused' };
  });
  expect(await post({ ...sale, ccToken })).toMatchObject({ status: 503, code: 'processor_unavailable' });
  const [after] = await db.select().from(cardTokens).where(eq(cardTokens.id, id));
  expect(after?.isCvvUsed).toBe(true);
  expect(Buffer.from(after?.sealed ?? []).toString()).toBe('another seal');
});

test('a follow-up that never left gives its amount and its number back', async () => {
  const { transaction } = await post({ ...sale, method: 'AUTH' });
  const { transactionID } = transaction;
  const before = await shop.record(transactionID);
  acquirer.mishaps.push('not sent');
  const charge = { method: 'CHARGE', ...money, transactionID };
  expect(await post(charge)).toMatchObject({ status: 503, code: 'processor_unavailable' });
  expect(await shop.record(transactionID)).toEqual(before);
  const charged = await post(charge);
  expect(charged.transaction.sandbox.captured).toBe('10.00');
  expect((await shop.record(charged.transaction.transactionID)).log).toBe(2);
});

test('a process that ends between claim and answer leaves what another one finds', async () => {
  const never = new Promise<void>(() => {});
  acquirer.mishaps.push(() => never);
  const form = { ...sale, transactionID: 'asker-gone' };
  const unanswered = post(form, 'asker-gone');
  expect(unanswered).toBeInstanceOf(Promise);
  await expect.poll(() => acquirer.asked.length).toBe(1);
  const other = otherProcess();
  expect(await post(form, 'asker-gone', other)).toMatchObject({
    status: 409,
    code: 'idempotency_key_in_use',
  });
  shop.advance(31);
  const pending = await post(form, 'asker-gone', other);
  expect(pending).toMatchObject({ status: 200, transaction: { status: 'PENDING' } });
  await resolveAfter();
  expect(acquirer.asked).toHaveLength(2);
  expect(acquirer.asked[1]).toEqual(acquirer.asked[0]);
  expect((await shop.record('asker-gone')).status).toBe('SUCCESS');
  expect((await post(form, 'asker-gone', other)).text).toBe(pending.text);
});

test('two that send one transactionID at once are told the same, and ask once', async () => {
  const { answered, answer } = heldAnswer();
  acquirer.mishaps.push(() => answered);
  const form = { ...sale, transactionID: 'sent-twice' };
  const first = post(form);
  await expect.poll(() => acquirer.asked.length).toBe(1);
  const second = post(form, undefined, otherProcess());
  answer();
  expect(await second).toEqual({ ...(await first), isReplay: true });
  expect(acquirer.asked).toHaveLength(1);
});

test('while the acquirer is asked, neither connection nor lock is held', async () => {
  let seen: unknown;
  acquirer.mishaps.push(async () => {
    seen = (await post({ ...sale, transactionID: 'meanwhile' })).transaction.status;
    seen = [seen, (await shop.record('slow')).status];
    // The payment's row is free.
    await db.transaction((tx) =>
      tx
        .select()
        .from(payments)
        .innerJoin(operations, eq(operations.paymentId, payments.id))
        .where(eq(operations.transactionId, 'slow'))
        .for('update', { of: payments, noWait: true }),
    );
  });
  expect((await post({ ...sale, transactionID: 'slow' })).transaction.status).toBe('OK');
  expect(seen).toEqual(['OK', 'PENDING']);
});

test('an answer that comes after the resolver’s changes nothing', async () => {
  const { answered, answer } = heldAnswer();
  acquirer.mishaps.push(() => answered);
  const form = { ...sale, transactionID: 'late', callback_url };
  const late = post(form);
  await expect.poll(() => acquirer.asked.length).toBe(1);
  await resolveAfter();
  expect((await shop.record('late')).status).toBe('SUCCESS');
  answer();
  expect((await late).transaction.status).toBe('OK');
  expect(await shop.told('late')).toHaveLength(1);
});

test('a follow-up waits for the answer to the one before, and is judged by it', async () => {
  const { transaction } = await post({ ...sale, method: 'AUTH' });
  const { transactionID } = transaction;
  const { answered, answer } = heldAnswer();
  const count = acquirer.asked.length;
  acquirer.mishaps.push(() => answered);
  const charged = post({ method: 'CHARGE', ...money, transactionID });
  await expect.poll(() => acquirer.asked.length).toBe(count + 1);
  const refunded = post({ method: 'REFUND', ...money, transactionID }, undefined, otherProcess());
  await setTimeout(100);
  answer();
  expect((await charged).transaction.status).toBe('OK');
  expect((await refunded).transaction).toMatchObject({ status: 'OK', sandbox: { refunded: '10.00' } });
});

test('an answer past its deadline is no first answer: what a repeat was told is not taken back', async () => {
  const { answered, answer } = heldAnswer();
  acquirer.mishaps.push(async () => {
    await answered;
    return { kind: 'notSent', reason: 'no_capacity' };
  });
  const form = { ...sale, transactionID: 'too-late', callback_url };
  const first = post(form);
  await expect.poll(() => acquirer.asked.length).toBe(1);
  shop.advance(31);
  expect((await post(form, undefined, otherProcess())).transaction.status).toBe('PENDING');
  answer();
  await first;
  expect(await shop.record('too-late')).toMatchObject({
    status: 'FAILURE',
    sandbox: { payment_state: 'FAILED' },
  });
  expect((await shop.told('too-late')).map((body) => body.notification_details.info)).toEqual([
    'SALE_FAILED',
  ]);
});

test('the resolver asks about several at once: one that hangs holds up no other', async () => {
  const { answered, answer } = heldAnswer();
  acquirer.mishaps.push('lost before', 'lost before');
  for (const transactionID of ['hangs', 'behind']) await post({ ...sale, transactionID });
  acquirer.mishaps.push(() => answered);
  const resolved = resolveAfter();
  await expect.poll(async () => (await shop.record('behind')).status).toBe('SUCCESS');
  expect((await shop.record('hangs')).status).toBe('PENDING');
  answer();
  expect(await resolved).toBe(2);
  expect((await shop.record('hangs')).status).toBe('SUCCESS');
});

test('the resolver goes on with what falls due while others hang, more than it takes on at once', async () => {
  const MANY = 70;
  const { answered, answer } = heldAnswer();
  acquirer.mishaps.push(...Array.from({ length: MANY }, () => 'lost before' as const));
  for (let nth = 0; nth < MANY; nth += 1) await post({ ...sale, transactionID: `many-${nth}` });
  acquirer.mishaps.push(() => answered);
  const resolved = resolveAfter();
  const ended = async () => {
    const records = await Promise.all(Array.from({ length: MANY }, (_, nth) => shop.record(`many-${nth}`)));
    return records.filter(({ status }) => status === 'SUCCESS').length;
  };
  await expect.poll(ended).toBe(MANY - 1);
  acquirer.mishaps.push('lost before');
  await post({ ...sale, transactionID: 'meanwhile' });
  shop.advance(60);
  await expect.poll(async () => (await shop.record('meanwhile')).status).toBe('SUCCESS');
  answer();
  await resolved;
  expect(await ended()).toBe(MANY);
});

test('a question without a security code is repeated for as long as its key lives, and then never', async () => {
  acquirer.mishaps.push(...Array.from({ length: 6 }, () => 'lost before' as const));
  await post({ ...sale, transactionID: 'forgotten' });
  for (const seconds of [60, 120, 300, 900, 6 * DAY_SECONDS]) await resolveAfter(seconds);
  expect(acquirer.asked).toHaveLength(6);
  await resolveAfter(DAY_SECONDS);
  expect(await attemptOf(context, 'forgotten')).toMatchObject({
    state: 'in_doubt',
    sealed: null,
    doubt: 'key_over',
  });
  await resolveAfter(3600);
  expect(acquirer.asked).toHaveLength(6);
  expect((await shop.record('forgotten')).status).toBe('PENDING');
});

test('an acquirer that can be asked what became of a question is asked that first', async () => {
  const finding = openTestAcquirer({ finds: true });
  const at = finding.on(shop.context);
  finding.mishaps.push('lost after', 'lost before');
  const finder = createApp(at);
  for (const transactionID of ['acted', 'not-acted'])
    await post({ ...sale, transactionID }, undefined, finder);
  shop.advance(60);
  await resolveAttempts(at);
  for (const id of ['acted', 'not-acted']) expect((await shop.record(id)).status).toBe('SUCCESS');
  expect(finding.asked.map(({ merchantReference }) => merchantReference)).toEqual([
    'acted',
    'not-acted',
    'not-acted',
  ]);
});

test('attempts are leased: of two resolvers one asks', async () => {
  acquirer.mishaps.push('lost before');
  await post({ ...sale, transactionID: 'leased' });
  shop.advance(60);
  const looked = await Promise.all([resolveAttempts(context), resolveAttempts(context)]);
  expect(looked.toSorted()).toEqual([0, 1]);
  expect(acquirer.asked).toHaveLength(2);
});

test('a store that is emptied while the acquirer is asked is told as such, and no fault of the service', async () => {
  acquirer.mishaps.push(async () => {
    await db.execute(sql`truncate table payments cascade`);
  });
  expect(await post(sale)).toMatchObject({ status: 503, code: 'store_unavailable' });
});
