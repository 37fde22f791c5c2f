import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { callbacks } from '../tables/callbacks.ts';
import { billWithCallback } from '../test-kit/test-callbacks.ts';
import { openTestShop } from '../test-kit/test-shop.ts';

const shop = await openTestShop();
afterAll(shop.close);

test('enqueueCallback names the receiver by host and port', async () => {
  for (const [address, receiver] of [
    ['http://LOCALHOST/a', 'localhost:80'],
    ['https://shop.example/a', 'shop.example:443'],
    ['https://[::1]:8443/', '[::1]:8443'],
  ] as const) {
    const { operation } = await billWithCallback(shop, { url: address });
    const [row] = await shop.context.db
      .select()
      .from(callbacks)
      .where(eq(callbacks.operationId, operation.id));
    expect(row?.receiver).toBe(receiver);
  }
});
