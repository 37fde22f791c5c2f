import { getEventListeners } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { openTestShop } from '../../test-kit/test-shop.ts';
import { walletCaller } from '../sessions/wallet-caller.ts';
import { waitForEvents } from './wait-for-events.ts';

const shop = await openTestShop();
afterAll(shop.close);

test('waitForEvents hears its client hang up while it waits, and leaves nothing on the signal', async () => {
  const wallet = await shop.openWallet('user');
  const caller = await walletCaller(shop.context, wallet.authorization['Authorization'] ?? '');
  const { signal } = new AbortController();
  const listeners = () => getEventListeners(signal, 'abort').length;
  let beforeWaiting = () => {};
  const isWaiting = new Promise<void>((resolve) => {
    beforeWaiting = resolve;
  });
  const wait = { caller, network: 'unknown', after: undefined, waitMs: 25_000, signal };
  const events = waitForEvents(shop.context, { ...wait, beforeWaiting });
  await isWaiting;
  expect(listeners()).toBe(1);
  for (const listener of shop.context.streams.listeners(caller.walletSessionId)) listener.wake();
  expect((await events).events).toEqual([]);
  expect(listeners()).toBe(0);
});
