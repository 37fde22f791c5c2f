import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bodyToSend } from '../payments/notify-merchant.ts';
import { billWithCallback } from '../test-kit/test-callbacks.ts';
import { openTestReceiver, type TestReceiver } from '../test-kit/test-receiver.ts';
import { openTestShop, type TestShop } from '../test-kit/test-shop.ts';
import { type CallbackWorker, startCallbackWorker } from './callback-worker.ts';

const HANGING = 14;
const OTHER_MERCHANT = 2001;

let shop: TestShop;
let other: TestShop;
let slowReceivers: TestReceiver[];
let quickReceiver: TestReceiver;
let workers: CallbackWorker[] = [];
beforeAll(async () => {
  shop = await openTestShop();
  other = { ...shop, ...(await shop.otherShop(OTHER_MERCHANT)) };
  slowReceivers = await Promise.all(Array.from({ length: HANGING }, openTestReceiver));
  for (const receiver of slowReceivers) receiver.answer(() => {});
  quickReceiver = await openTestReceiver();
});
afterEach(() => Promise.all(workers.map((worker) => worker.stop())));
afterAll(async () => {
  await Promise.all([...slowReceivers, quickReceiver].map((receiver) => receiver.close()));
  await shop.close();
});

const attempts = () => slowReceivers.reduce((sum, { received }) => sum + received.length, 0);

test.each([1, 2])(
  'S35: an account whose receivers hang delays nobody else’s first attempt, with %i processes',
  { timeout: 60_000 },
  async (processes) => {
    for (const { url } of slowReceivers) {
      for (let count = 0; count < 5; count += 1) await billWithCallback(shop, { url });
    }
    shop.advance(0.25);
    const before = attempts();
    const options = { profile: 'sandbox', bodyToSend } as const;
    workers = Array.from({ length: processes }, () => startCallbackWorker(shop.context, options));
    await expect.poll(() => attempts() - before).toBeGreaterThanOrEqual(20);
    // Also at a receiver that the other's account lets hang.
    const [shared] = slowReceivers;
    const sharedCount = shared?.received.length ?? 0;
    for (const url of [quickReceiver.url, shared?.url ?? '']) {
      await billWithCallback(other, { url, form: { merchant_id: String(OTHER_MERCHANT) } });
    }
    const quickCount = quickReceiver.received.length;
    shop.advance(0.25);
    await expect.poll(() => quickReceiver.received.length, { timeout: 2_000 }).toBe(quickCount + 1);
    await expect.poll(() => shared?.received.length, { timeout: 2_000 }).toBeGreaterThan(sharedCount);
  },
);
