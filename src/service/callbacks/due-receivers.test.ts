import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Runtime } from '../base/runtime/runtime.ts';
import { callbackAttempts, callbacks } from '../tables/callbacks.ts';
import { billWithCallback, callbackOf, copyCallback, rowsRead } from '../test-kit/test-callbacks.ts';
import { openTestShop, type TestShop } from '../test-kit/test-shop.ts';
import { claimCallbacks } from '../test-kit/test-verbs.ts';
import { isAnyClaimable } from './claim-callbacks.ts';

const OTHER_MERCHANT = 2001;
const id = sql`'msg' || n`;
const receiver = sql`'r' || n || '.example:443'`;
/** As after a first attempt: no callback of the payment waits for another. */
const tried = sql`original.created_at`;

let shop: TestShop;
let other: TestShop;
/** An account's callback that is due; its copies are what an attack leaves behind. */
let attacker: string;
beforeAll(async () => {
  shop = await openTestShop();
  other = { ...shop, ...(await shop.otherShop(OTHER_MERCHANT)) };
});
beforeEach(async () => {
  const { db } = shop.context;
  await db.delete(callbackAttempts);
  await db.delete(callbacks);
  attacker = (await callbackOf(shop, await billWithCallback(shop, { url: 'http://127.0.0.1:9001/' }))).id;
});
afterAll(() => shop.close());

const claimed = async (
  inside: Runtime = shop.context,
  inFlight: Parameters<typeof claimCallbacks>[1] = new Map(),
) => (await claimCallbacks(inside, inFlight)).map(({ callback }) => callback);

/** What the other account tells, due now. */
async function tellOther() {
  const form = { merchant_id: String(OTHER_MERCHANT) };
  const { id } = await callbackOf(
    other,
    await billWithCallback(other, { url: 'http://127.0.0.1:9002/', form }),
  );
  shop.advance(1);
  return id;
}

test('S35: a look reads next to nothing of 100,000 callbacks that wait for later, each at a receiver of its own', {
  tags: 'prove',
  timeout: 300_000,
}, async () => {
  const due_at = sql`original.due_at + interval '40 days'`;
  await copyCallback(shop, attacker, {
    count: 100_000,
    changes: { id, receiver, due_at, first_tried_at: tried },
  });
  shop.advance(1);
  // One of the account's own is due: some of its receivers are looked at.
  expect(await rowsRead(shop, (inside) => isAnyClaimable(inside, new Map()))).toBeLessThan(100);
  expect((await claimed()).map((callback) => callback.id)).toEqual([attacker]);
  const otherId = await tellOther();
  expect(await rowsRead(shop, (inside) => isAnyClaimable(inside, new Map()))).toBeLessThan(20);
  expect(
    await rowsRead(shop, async (inside) => {
      expect((await claimed(inside)).map((callback) => callback.id)).toEqual([otherId]);
    }),
  ).toBeLessThan(20);
});

test('S35: a claim finds another account’s callback at once behind 20,000 that are due, each at a receiver of its own', {
  tags: 'prove',
  timeout: 120_000,
}, async () => {
  await copyCallback(shop, attacker, { count: 20_000, changes: { id, receiver, first_tried_at: tried } });
  shop.advance(1);
  const inFlight = new Map((await claimed()).map((callback) => [callback.id, callback]));
  expect(inFlight.size).toBe(25);
  const otherId = await tellOther();
  expect(
    await rowsRead(shop, async (inside) => {
      expect((await claimed(inside, inFlight)).map((callback) => callback.id)).toContain(otherId);
    }),
  ).toBeLessThan(600);
});

test('S35: a claim reads little of 20,000 callbacks of one payment that wait for its first', {
  tags: 'prove',
  timeout: 120_000,
}, async () => {
  await copyCallback(shop, attacker, { count: 20_000, changes: { id } });
  await shop.context.db
    .update(callbacks)
    .set({ dueAt: new Date(shop.context.clock.now().getTime() + 86_400_000) })
    .where(eq(callbacks.id, attacker));
  const otherId = await tellOther();
  expect(
    await rowsRead(shop, async (inside) => {
      expect((await claimed(inside)).map((callback) => callback.id)).toEqual([otherId]);
    }),
  ).toBeLessThan(400);
});

test('a receiver that is far behind hides none of its account’s 300 others for long', {
  timeout: 120_000,
}, async () => {
  const due_at = sql`original.due_at + interval '40 days'`;
  const changes = { first_tried_at: tried };
  await copyCallback(shop, attacker, { count: 3_000, changes: { ...changes, id } });
  await copyCallback(shop, attacker, {
    count: 300,
    changes: { ...changes, id: sql`'later' || n`, receiver, due_at },
  });
  shop.advance(1);
  const last = await callbackOf(shop, await billWithCallback(shop, { url: 'http://127.0.0.1:9003/' }));
  shop.advance(1);
  const inFlight = new Map((await claimed()).map((callback) => [callback.id, callback]));
  for (let look = 0; look < 200 && !inFlight.has(last.id); look += 1) {
    for (const callback of await claimed(shop.context, inFlight)) inFlight.set(callback.id, callback);
  }
  expect([...inFlight.values()].map((callback) => callback.receiver)).toContain('127.0.0.1:9003');
});
