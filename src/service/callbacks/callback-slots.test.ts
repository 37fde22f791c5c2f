import { afterAll, beforeAll, expect, test } from 'vitest';
import { bodyToSend } from '../payments/notify-merchant.ts';
import { billWithCallback } from '../test-kit/test-callbacks.ts';
import { openTestReceiver, type TestReceiver } from '../test-kit/test-receiver.ts';
import { openTestShop, type TestShop } from '../test-kit/test-shop.ts';
import { startCallbackWorker } from './callback-worker.ts';

let shop: TestShop;
let receiver: TestReceiver;
beforeAll(async () => {
  shop = await openTestShop();
  receiver = await openTestReceiver();
});
afterAll(async () => {
  await receiver.close();
  await shop.close();
});

// 30 at once are 300 a second at a receiver that takes 100 ms.
test('a process sends as many callbacks at once to one receiver as it is set to, of an account alone half of all', async () => {
  receiver.answer(() => {});
  for (let count = 0; count < 40; count += 1) await billWithCallback(shop, { url: receiver.url });
  shop.advance(0.25);
  const config = { ...shop.context.config, callbackSlots: { inAll: 60, ofReceiver: 35 } };
  const worker = startCallbackWorker({ ...shop.context, config }, { profile: 'sandbox', bodyToSend });
  await expect.poll(() => receiver.received.length).toBe(30);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(receiver.received).toHaveLength(30);
  await worker.stop();
});
