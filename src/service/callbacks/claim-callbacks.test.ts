import { eq, ne, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyPayments } from '../main/bench/copy-payments.ts';
import { callbackPauses, callbacks } from '../tables/callbacks.ts';
import { billWithCallback, rowsRead as rowsReadOn } from '../test-kit/test-callbacks.ts';
import { rowsOf } from '../test-kit/test-canary.ts';
import { openTestShop } from '../test-kit/test-shop.ts';
import { claimCallbacks } from '../test-kit/test-verbs.ts';
import { isAnyClaimable } from './claim-callbacks.ts';

const BACKLOG = 3_000;
const SLOW = 'http://127.0.0.1:9001/';
const shop = await openTestShop();
const { db, clock } = shop.context;
afterAll(shop.close);

/** One receiver that is far behind, and two others with one callback each, due after all of that. */
beforeAll(async () => {
  const first = await billWithCallback(shop, { url: SLOW });
  await copyPayments(db, { from: 1, to: BACKLOG });
  await db
    .update(callbacks)
    .set({ status: 'waiting', endedAt: null })
    .where(ne(callbacks.operationId, first.operation.id));
  shop.advance(1);
  for (const port of [9002, 9003]) await billWithCallback(shop, { url: `http://127.0.0.1:${port}/` });
  shop.advance(1);
  await db.execute(sql`analyze`);
});

const rowsRead = (task: Parameters<typeof rowsReadOn>[1]) => rowsReadOn(shop, task);

test('claimCallbacks reads what it takes, not the backlog, and lets no receiver wait for another', async () => {
  const inFlight = new Map(
    (await claimCallbacks(shop.context, new Map())).map((each) => [each.callback.id, each.callback]),
  );
  const ports = [...inFlight.values()].map(({ receiver }) => receiver.slice(-4));
  expect(ports.sort()).toEqual(['9001', '9001', '9001', '9001', '9002', '9003']);
  // All slots of the slow one are taken, then one is free.
  expect(await rowsRead((inside) => claimCallbacks(inside, inFlight))).toBeLessThan(50);
  const [endedCallback] = [...inFlight.values()].filter(({ receiver }) => receiver.endsWith('9001'));
  await db
    .update(callbacks)
    .set({ status: 'delivered' })
    .where(eq(callbacks.id, endedCallback?.id ?? ''));
  inFlight.delete(endedCallback?.id ?? '');
  expect(await rowsRead((inside) => claimCallbacks(inside, inFlight))).toBeLessThan(50);
});

test('isAnyClaimable reads nothing of what a pause holds back', async () => {
  const { accountId } = shop;
  const until = new Date(clock.now().getTime() + 1_000);
  expect(await isAnyClaimable(shop.context, new Map())).toBe(true);
  await db.insert(callbackPauses).values({ accountId, receiver: '127.0.0.1:9001', until });
  expect(await isAnyClaimable(shop.context, new Map())).toBe(false);
  expect(await rowsRead((inside) => isAnyClaimable(inside, new Map()))).toBeLessThan(50);
  shop.advance(1);
  expect(await isAnyClaimable(shop.context, new Map())).toBe(true);
});

test('claimCallbacks is one statement, however many are on their way', async () => {
  const [row] = await db.select().from(callbacks).limit(1);
  if (!row) throw new Error('no callback');
  const before = await claimingStatements();
  for (let count = 0; count < 8; count += 1) {
    shop.context.inProgress.answers.set(`answer ${count}`, false);
    const inFlight = new Map(Array.from({ length: count }, (_, index) => [`msg_${index}`, row]));
    await isAnyClaimable(shop.context, inFlight);
  }
  shop.context.inProgress.answers.clear();
  expect((await claimingStatements()) - before).toBeLessThanOrEqual(1);
});

/** That the store keeps prepared. PostgreSQL itself keeps none: its connections ask unnamed. */
async function claimingStatements(): Promise<number> {
  const isClaiming = sql`statement like ${'%from "callback_pauses"%'}`;
  const countPrepared = sql`select count(*)::integer as count from pg_prepared_statements where ${isClaiming}`;
  return Number(rowsOf(await db.execute(countPrepared))[0]?.['count']);
}
