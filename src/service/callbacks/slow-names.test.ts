import { afterAll, expect, test } from 'vitest';
import { bodyToSend } from '../payments/notify-merchant.ts';
import { postResult } from '../sandbox/issuer/post-result.ts';
import { billWithCallback } from '../test-kit/test-callbacks.ts';
import { openTestNameServer } from '../test-kit/test-name-server.ts';
import { openTestReceiver } from '../test-kit/test-receiver.ts';
import { openTestShop } from '../test-kit/test-shop.ts';
import { startCallbackWorker } from './callback-worker.ts';
import { nameLookup } from './egress/name-lookup.ts';

const OTHER_MERCHANT = 2001;
const NAMED = 'other.example';

const shop = await openTestShop();
const other = { ...shop, ...(await shop.otherShop(OTHER_MERCHANT)) };
const receiver = await openTestReceiver();
const nameServer = await openTestNameServer({ [NAMED]: ['127.0.0.1'] });
afterAll(async () => {
  nameServer.close();
  await receiver.close();
  await shop.close();
});

const slowNames = () => [...nameServer.asked].filter((name) => name.endsWith('.slow.example'));

test('S35: names whose name server never answers delay no callback of others, and no result of a challenge', async () => {
  const lookup = nameLookup({ servers: [nameServer.address] });
  const context = { ...shop.context, egress: { ...shop.context.egress, lookup } };
  for (let count = 0; count < 40; count += 1) {
    await billWithCallback(shop, { url: `http://h${count}.slow.example:9000/` });
  }
  shop.advance(0.25);
  const worker = startCallbackWorker(context, { profile: 'sandbox', bodyToSend });
  try {
    await expect.poll(() => slowNames().length).toBeGreaterThanOrEqual(20);
    const { port } = new URL(receiver.url);
    for (const host of [NAMED, 'localhost']) {
      const form = { merchant_id: String(OTHER_MERCHANT) };
      await billWithCallback(other, { url: `http://${host}:${port}/callback`, form });
    }
    shop.advance(0.25);
    await expect.poll(() => receiver.received.length, { timeout: 2_000 }).toBe(2);
    const began = performance.now();
    const result = { body: 'signed', headers: {} };
    const { log } = context;
    expect(await postResult(`http://${NAMED}:${port}/3ds/results`, result, { lookup, log })).toBe('taken');
    expect(await postResult(`http://localhost:${port}/3ds/results`, result, { lookup, log })).toBe('taken');
    expect(performance.now() - began).toBeLessThan(2_000);
  } finally {
    await worker.stop();
  }
});
