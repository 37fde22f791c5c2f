import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../base/clock.ts';
import { bodyToSend } from '../payments/notify-merchant.ts';
import { callbackAttempts } from '../tables/callbacks.ts';
import { billWithCallback, callbackOf, newRequestId, openTestWorker } from '../test-kit/test-callbacks.ts';
import { openTestReceiver, type TestReceiver } from '../test-kit/test-receiver.ts';
import { openTestShop, type TestShop } from '../test-kit/test-shop.ts';
import { releaseCallbacks, replayCallback } from '../test-kit/test-verbs.ts';
import type { CallbackWorker } from './callback-worker.ts';

let shop: TestShop;
let worker: CallbackWorker;
let receiver: TestReceiver;
beforeAll(async () => {
  shop = await openTestShop();
  worker = openTestWorker(shop);
});
afterAll(async () => {
  await worker.stop();
  await receiver.close();
  await shop.close();
});
beforeEach(async () => {
  await receiver?.close();
  receiver = await openTestReceiver();
});

/** Seconds from one attempt to the next, as the clock is moved in small steps. */
async function runFor(seconds: number, step = 0.25) {
  for (let at = 0; at < seconds; at += step) {
    shop.advance(step);
    await worker.runDue();
  }
}

test('the worker sends a callback 250 ms after its answer was written, and not before', async () => {
  const answerTo = newRequestId();
  shop.context.inProgress.answers.set(answerTo, false);
  const transaction = await billWithCallback(shop, { url: receiver.url, answerTo });
  expect(shop.context.inProgress.answers.get(answerTo)).toBe(true);
  await runFor(10);
  expect(receiver.received).toEqual([]);
  shop.context.inProgress.answers.delete(answerTo);
  await releaseCallbacks(shop.context, answerTo);
  await worker.runDue();
  expect(receiver.received).toEqual([]);
  shop.advance(0.25);
  await worker.runDue();
  expect(receiver.received).toHaveLength(1);
  expect((await callbackOf(shop, transaction)).status).toBe('delivered');
});

test('the worker sends after the lease what a process that died held', async () => {
  await billWithCallback(shop, { url: receiver.url, answerTo: newRequestId() });
  await runFor(2);
  expect(receiver.received).toEqual([]);
  await runFor(0.25);
  expect(receiver.received).toHaveLength(1);
});

test('the worker’s verdict counts where the process that owed the answer comes back during the attempt', async () => {
  const answerTo = newRequestId();
  const transaction = await billWithCallback(shop, { url: receiver.url, answerTo });
  const openAnswers: (() => unknown)[] = [];
  receiver.answer((response) => openAnswers.push(() => response.end()));
  shop.advance(2.25);
  const running = worker.runDue();
  await expect.poll(() => openAnswers.length).toBe(1);
  const sending = await callbackOf(shop, transaction);
  await releaseCallbacks(shop.context, answerTo);
  expect(await callbackOf(shop, transaction)).toEqual(sending);
  shop.advance(0.25);
  for (const answer of openAnswers) answer();
  await running;
  expect(await callbackOf(shop, transaction)).toMatchObject({
    status: 'delivered',
    tries: 1,
    answerTo: null,
  });
  expect(receiver.received).toHaveLength(1);
});

test('the worker tries again after each wait of the profile, same id and bytes, until it gives up', async () => {
  receiver.answerStatus(500);
  const transaction = await billWithCallback(shop, { url: receiver.url });
  shop.advance(0.25);
  await worker.runDue();
  for (const [index, wait] of [2, 10, 30, 120, 600, 3_600].entries()) {
    shop.advance(wait - 0.001);
    await worker.runDue();
    expect(receiver.received).toHaveLength(index + 1);
    shop.advance(0.001);
    await worker.runDue();
    expect(receiver.received).toHaveLength(index + 2);
  }
  const ended = await callbackOf(shop, transaction);
  expect(ended).toMatchObject({ status: 'exhausted', tries: 7 });
  expect(new Set(receiver.ids())).toEqual(new Set([ended.id]));
  expect(new Set(receiver.received.map(({ body }) => body))).toEqual(
    new Set([await bodyToSend(shop.context, ended)]),
  );

  receiver.answerStatus(204);
  await replayCallback(shop.context, ended.id);
  await worker.runDue();
  expect(receiver.ids().at(-1)).toBe(ended.id);
  expect(await callbackOf(shop, transaction)).toMatchObject({ status: 'delivered' });
  await expect(replayCallback(shop.context, 'msg_unknown')).rejects.toMatchObject({ code: 'not_found' });
});

test.each([301, 400, 404])('the worker takes %i for a failure and follows nothing', async (status) => {
  const elsewhere = await openTestReceiver();
  receiver.answerStatus(status, { Location: elsewhere.url });
  const transaction = await billWithCallback(shop, { url: receiver.url });
  shop.advance(0.25);
  await worker.runDue();
  expect(elsewhere.received).toEqual([]);
  expect(await callbackOf(shop, transaction)).toMatchObject({ status: 'waiting', tries: 1 });
  await elsewhere.close();
});

test('the worker stops at 410', async () => {
  receiver.answerStatus(410);
  const transaction = await billWithCallback(shop, { url: receiver.url });
  await runFor(20, 5);
  expect(receiver.received).toHaveLength(1);
  expect((await callbackOf(shop, transaction)).status).toBe('stopped');
});

test('the worker waits as long as Retry-After says, with everything for that receiver, a day at most', async () => {
  receiver.answerStatus(429, { 'Retry-After': '99999999' });
  await billWithCallback(shop, { url: receiver.url });
  shop.advance(0.25);
  await worker.runDue();
  receiver.answerStatus(200);
  await billWithCallback(shop, { url: receiver.url });
  shop.advance(86_399);
  await worker.runDue();
  expect(receiver.received).toHaveLength(1);
  shop.advance(1);
  await worker.runDue();
  expect(receiver.received).toHaveLength(3);
});

test('the worker keeps the start of each answer', async () => {
  receiver.answer((response) => response.writeHead(500).end('x'.repeat(100_000)));
  const transaction = await billWithCallback(shop, { url: receiver.url });
  shop.advance(0.25);
  await worker.runDue();
  const { id } = await callbackOf(shop, transaction);
  const [attempt] = await shop.context.db
    .select()
    .from(callbackAttempts)
    .where(eq(callbackAttempts.callbackId, id))
    .orderBy(asc(callbackAttempts.id));
  expect(attempt).toMatchObject({ answerStatus: 500, failure: null });
  expect(attempt?.answerStart).toHaveLength(2048);
  await receiver.close();
  receiver = await openTestReceiver();
});

test('the worker makes the first attempts of a payment in order', async () => {
  const auth = await billWithCallback(shop, {
    url: receiver.url,
    form: { method: 'AUTH' },
    metadata: { sandbox_callback: 'late:5' },
  });
  const charge = { method: 'CHARGE', amount: '1', transactionID: auth.operation.transactionId };
  for (const amount of ['1', '2', '3']) {
    await billWithCallback(shop, { url: receiver.url, form: { ...charge, amount } });
  }
  await runFor(5);
  expect(receiver.received).toEqual([]);
  await runFor(1);
  const logs = receiver.received.map(({ body }) => Number(JSON.parse(body).transaction.log));
  expect(logs).toHaveLength(4);
  expect(logs).toEqual(logs.toSorted((one, other) => one - other));
});

test('the worker makes a failed first attempt wait for its turn without holding the next ones up', async () => {
  receiver.answerStatus(500);
  const auth = await billWithCallback(shop, { url: receiver.url, form: { method: 'AUTH' } });
  await billWithCallback(shop, {
    url: receiver.url,
    form: { method: 'CHARGE', transactionID: auth.operation.transactionId },
  });
  shop.advance(0.25);
  await worker.runDue();
  expect(receiver.received.map(({ body }) => JSON.parse(body).notification_details.info)).toEqual([
    'AUTH_SUCCEEDED',
    'CHARGE_SUCCEEDED',
  ]);
});

test('sandbox_callback drops the first attempts and doubles others', async () => {
  const dropped = await billWithCallback(shop, {
    url: receiver.url,
    metadata: { sandbox_callback: 'drop:2' },
  });
  await runFor(11);
  expect(receiver.received).toEqual([]);
  await runFor(2);
  expect(receiver.received).toHaveLength(1);
  expect(await callbackOf(shop, dropped)).toMatchObject({ status: 'delivered', tries: 3 });
  await billWithCallback(shop, { url: receiver.url, metadata: { sandbox_callback: 'dup:2' } });
  await runFor(1);
  expect(receiver.received).toHaveLength(4);
  expect(new Set(receiver.ids()).size).toBe(2);
});

test('the worker lets no receiver have more than 4 attempts at once, nor delay the others', {
  timeout: 60_000,
}, async () => {
  const openAnswers: (() => unknown)[] = [];
  receiver.answer((response) => openAnswers.push(() => response.end()));
  const healthy = await openTestReceiver();
  for (let count = 0; count < 60; count += 1) await billWithCallback(shop, { url: receiver.url });
  await billWithCallback(shop, { url: healthy.url });
  shop.advance(0.25);
  const running = worker.runDue();
  await expect.poll(() => openAnswers.length).toBe(4);
  await expect.poll(() => healthy.received.length).toBe(1);
  expect(openAnswers).toHaveLength(4);
  receiver.answer((response) => response.end());
  for (const answer of openAnswers) answer();
  await running;
  const problems = shop
    .logged()
    .match(/.*(not claimed|not settled).*/g)
    ?.join('\n');
  expect(new Set(receiver.ids()).size, problems).toBe(60);
  await healthy.close();
});

test('S35: copies of a callback wait for each other, so that a receiver has no more than 4 requests at once', async () => {
  let open = 0;
  let most = 0;
  receiver.answer((response) => {
    open += 1;
    most = Math.max(most, open);
    setTimeout(() => {
      open -= 1;
      response.end();
    }, 20);
  });
  for (let count = 0; count < 4; count += 1) {
    await billWithCallback(shop, { url: receiver.url, metadata: { sandbox_callback: 'dup:10' } });
  }
  await runFor(0.25);
  expect(receiver.received).toHaveLength(44);
  expect(new Set(receiver.ids()).size).toBe(4);
  expect(most).toBe(4);
});

test('S35: an attempt ends after its 15 s, whatever copies are left, and its first answer counts', async () => {
  receiver.answer((response) => receiver.received.length === 1 && response.end());
  const metadata = { sandbox_callback: 'dup:10' };
  const transaction = await billWithCallback(shop, { url: receiver.url, metadata });
  shop.advance(0.25);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const running = worker.runDue();
    await vi.waitUntil(() => receiver.received.length > 1);
    vi.advanceTimersByTime(15_000);
    await running;
  } finally {
    vi.useRealTimers();
  }
  expect(receiver.received).toHaveLength(2);
  expect(await callbackOf(shop, transaction)).toMatchObject({ status: 'delivered', tries: 1 });
});

test('the worker gives up at stop what hangs, and the next worker sends it', {
  timeout: 20_000,
}, async () => {
  receiver.answer(() => {});
  const own = openTestWorker(shop, { wallClock: systemClock });
  const transaction = await billWithCallback(shop, { url: receiver.url });
  shop.advance(0.25);
  const running = own.runDue();
  await expect.poll(() => receiver.received.length).toBe(1);
  await own.stop();
  await running;
  expect(await callbackOf(shop, transaction)).toMatchObject({ status: 'waiting', tries: 0 });
  receiver.answerStatus(200);
  await worker.runDue();
  expect(receiver.ids()).toEqual([receiver.ids()[0], receiver.ids()[0]]);
});

test('the worker opens no transaction for what is due and held back', async () => {
  receiver.answerStatus(429, { 'Retry-After': '60' });
  await billWithCallback(shop, { url: receiver.url });
  shop.advance(0.25);
  await worker.runDue();
  // A pause of the receiver holds one back, an answer that is not written yet another.
  const paused = await billWithCallback(shop, { url: receiver.url });
  const elsewhere = await openTestReceiver();
  const answerTo = newRequestId();
  shop.context.inProgress.answers.set(answerTo, false);
  await billWithCallback(shop, { url: elsewhere.url, answerTo });
  shop.advance(5);
  const transactions = vi.spyOn(shop.context.db, 'transaction');
  const polling = openTestWorker(shop, { pollMs: 5 });
  try {
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(transactions).not.toHaveBeenCalled();
    receiver.answerStatus(200);
    shop.advance(55);
    shop.context.inProgress.answers.delete(answerTo);
    await vi.waitFor(
      () => expect([receiver, elsewhere].map((one) => one.received.length)).toEqual([3, 1]),
      10_000,
    );
    await vi.waitFor(async () => expect((await callbackOf(shop, paused)).status).toBe('delivered'), 10_000);
  } finally {
    await polling.stop();
    transactions.mockRestore();
    await elsewhere.close();
  }
});

test('the worker opens no transaction while nothing is due, and sends by its poll alone what becomes so', async () => {
  await runFor(1);
  const transactions = vi.spyOn(shop.context.db, 'transaction');
  const polling = openTestWorker(shop, { pollMs: 5 });
  try {
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(transactions).not.toHaveBeenCalled();
    await billWithCallback(shop, { url: receiver.url });
    shop.advance(0.25);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), 10_000);
  } finally {
    await polling.stop();
    transactions.mockRestore();
  }
});
