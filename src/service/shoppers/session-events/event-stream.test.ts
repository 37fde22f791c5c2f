import { afterAll, expect, test } from 'vitest';
import { readEventStream } from '../../test-kit/test-event-stream.ts';
import { openTestShop } from '../../test-kit/test-shop.ts';
import { walletCaller } from '../sessions/wallet-caller.ts';
import { eventStream } from './event-stream.ts';

const shop = await openTestShop();
afterAll(shop.close);

test('eventStream says ready once, even if its first read of events fails', async () => {
  const wallet = await shop.openWallet('user');
  const caller = await walletCaller(shop.context, wallet.authorization['Authorization'] ?? '');
  const { dependencies, streams } = shop.context;
  let reads = 0;
  const readEvents: typeof dependencies.readEvents = async (...query) => {
    reads += 1;
    if (reads === 1) throw new Error('the store is away');
    return dependencies.readEvents(...query);
  };
  const context = { ...shop.context, dependencies: { ...dependencies, readEvents } };
  const stream = readEventStream(
    new Response(eventStream(context, { caller, network: 'unknown', after: undefined })),
  );
  expect((await stream.next())?.event).toBe('ready');
  await expect.poll(() => reads).toBe(1);
  for (const listener of streams.listeners(caller.walletSessionId)) listener.beat(1);
  expect(await stream.next()).toMatchObject({ comment: true });
  await expect.poll(() => reads).toBe(2);
  for (const listener of streams.listeners(caller.walletSessionId)) listener.end();
  expect(await stream.next()).toMatchObject({ event: undefined, retry: '500' });
});
