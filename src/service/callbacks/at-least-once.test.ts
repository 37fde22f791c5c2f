import { eq, isNull, type SQL } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { callbacks } from '../tables/callbacks.ts';
import { billWithCallback, openTestWorker } from '../test-kit/test-callbacks.ts';
import { openTestReceiver } from '../test-kit/test-receiver.ts';
import { openTestShop } from '../test-kit/test-shop.ts';
import { isFullSize, seed } from '../test-kit/test-size.ts';

const shop = await openTestShop();
afterAll(shop.close);

const OPERATIONS = isFullSize ? 10_000 : 120;

/** The same numbers for the same seed. */
function randomOf(start: number) {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test(`callbacks all arrive at a receiver that fails 30 % at random, through restarts (seed ${seed})`, {
  timeout: isFullSize ? 3_600_000 : 120_000,
}, async () => {
  const random = randomOf(seed);
  const receiver = await openTestReceiver();
  const delivered = new Set<string>();
  receiver.answer((response, { headers }) => {
    if (random() >= 0.3) {
      delivered.add(String(headers['webhook-id']));
      return response.end();
    }
    const failure = Math.floor(random() * 4);
    if (failure === 0) return response.writeHead(500).end();
    if (failure === 1) return response.destroy();
    if (failure === 2) return response.writeHead(301, { Location: receiver.url }).end();
    // Hangs for a while, then is gone.
    return setTimeout(() => response.destroy(), 200);
  });
  const expected = new Map<string, string>();
  for (let count = 0; count < OPERATIONS; count += 1) {
    const { operation } = await billWithCallback(shop, { url: receiver.url });
    expected.set(operation.transactionId, operation.id);
  }
  const { db } = shop.context;
  const countWhere = (condition: SQL) => db.$count(callbacks, condition);
  let restartsInTheMiddle = 0;
  shop.advance(1);
  for (let restart = 0; restart < 60; restart += 1) {
    if ((await countWhere(eq(callbacks.status, 'delivered'))) === OPERATIONS) break;
    const receivedBefore = receiver.received.length;
    // Twenty attempts: of a hundred callbacks with ten, one run in a thousand has one that fails ten times.
    const worker = openTestWorker(shop, { profile: 'fast' });
    const running = worker.runDue();
    // A restart in the middle of what it does.
    if (restart % 2 === 0) await new Promise((later) => setTimeout(later, 30));
    else await running;
    await worker.stop();
    await running;
    const isAnySent = receiver.received.length > receivedBefore;
    const isAnyLeft = (await countWhere(isNull(callbacks.firstTriedAt))) > 0;
    if (isAnySent && isAnyLeft) restartsInTheMiddle += 1;
    shop.advance(30 * 3600);
  }
  expect(restartsInTheMiddle).toBeGreaterThan(0);
  const rows = await db.select().from(callbacks);
  const ownRows = rows.filter(({ url }) => url === receiver.url);
  expect(ownRows.map(({ status }) => status)).toEqual(Array(OPERATIONS).fill('delivered'));
  expect(delivered).toEqual(new Set(ownRows.map(({ id }) => id)));
  const idOf = new Map(ownRows.map(({ id, operationId }) => [operationId, id]));
  for (const { headers, body } of receiver.received) {
    const operationId = expected.get(JSON.parse(body).transaction.transaction_id) ?? '';
    expect(headers['webhook-id']).toBe(idOf.get(operationId));
  }
  await receiver.close();
});
