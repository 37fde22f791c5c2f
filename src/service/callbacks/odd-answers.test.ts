import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bodyToSend } from '../payments/notify-merchant.ts';
import { billWithCallback, callbackOf, openTestWorker } from '../test-kit/test-callbacks.ts';
import { openTestReceiver, type TestReceiver } from '../test-kit/test-receiver.ts';
import { openTestShop, type TestShop } from '../test-kit/test-shop.ts';
import { type CallbackWorker, startCallbackWorker } from './callback-worker.ts';

const OTHER_MERCHANT = 2001;
const UPGRADE = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n';

let shop: TestShop;
let other: TestShop;
let receiver: TestReceiver;
const workers: CallbackWorker[] = [];
beforeAll(async () => {
  shop = await openTestShop();
  other = { ...shop, ...(await shop.otherShop(OTHER_MERCHANT)) };
});
afterAll(() => shop.close());
beforeEach(async () => {
  receiver = await openTestReceiver();
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await receiver.close();
});

function began(worker: CallbackWorker): CallbackWorker {
  workers.push(worker);
  return worker;
}

/** Past Node's own answer, and without an end. */
const writing = (bytes: string) => (response: ServerResponse) => response.socket?.write(bytes);
const ending = (bytes: string) => (response: ServerResponse) => response.socket?.end(bytes);

test('S79: receivers that upgrade the connection keep no slot from their account, nor from others', {
  timeout: 20_000,
}, async () => {
  const upgradeReceivers = await Promise.all(Array.from({ length: 8 }, openTestReceiver));
  for (const each of upgradeReceivers) {
    each.answer(writing(UPGRADE));
    for (let count = 0; count < 4; count += 1) await billWithCallback(shop, { url: each.url });
  }
  shop.advance(0.25);
  const worker = began(startCallbackWorker(shop.context, { profile: 'sandbox', bodyToSend }));
  const requestCount = () => upgradeReceivers.reduce((sum, { received }) => sum + received.length, 0);
  await expect.poll(requestCount, { timeout: 5_000 }).toBe(32);
  await billWithCallback(shop, { url: receiver.url });
  await billWithCallback(other, { url: receiver.url, form: { merchant_id: String(OTHER_MERCHANT) } });
  shop.advance(0.25);
  await expect.poll(() => receiver.received.length, { timeout: 2_000 }).toBe(2);
  const stopsAt = performance.now();
  await worker.stop();
  expect(performance.now() - stopsAt).toBeLessThan(4_000);
  for (const each of upgradeReceivers) await each.close();
});

test.each([
  ['is cut', ending('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')],
  ['has a chunk that is cut', ending('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe')],
  ['does not come', writing('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n')],
  ['is empty', ending('HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n')],
  ['has no end', writing(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(100_000)}`)],
])('the worker takes a 2xx whose body %s for receipt', async (_what, answering) => {
  receiver.answer(answering);
  const transaction = await billWithCallback(shop, { url: receiver.url });
  shop.advance(0.25);
  await began(openTestWorker(shop)).runDue();
  expect(await callbackOf(shop, transaction)).toMatchObject({ status: 'delivered', tries: 1 });
  expect(receiver.received).toHaveLength(1);
});

test('the worker does what 410 and 429 say, whatever becomes of their bodies', async () => {
  const worker = began(openTestWorker(shop));
  receiver.answer(ending('HTTP/1.1 410 Gone\r\nContent-Length: 9\r\n\r\nhalf'));
  const gone = await billWithCallback(shop, { url: receiver.url });
  shop.advance(0.25);
  await worker.runDue();
  expect(await callbackOf(shop, gone)).toMatchObject({ status: 'stopped', tries: 1 });
  receiver.answer(writing('HTTP/1.1 429 Too Many\r\nRetry-After: 40\r\nContent-Length: 9\r\n\r\n'));
  await billWithCallback(shop, { url: receiver.url });
  shop.advance(0.25);
  await worker.runDue();
  expect(receiver.received).toHaveLength(2);
  receiver.answerStatus(204);
  shop.advance(39);
  await worker.runDue();
  expect(receiver.received).toHaveLength(2);
  shop.advance(1);
  await worker.runDue();
  expect(receiver.received).toHaveLength(3);
});
