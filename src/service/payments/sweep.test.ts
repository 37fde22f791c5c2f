import { EventEmitter, once } from 'node:events';
import { eq } from 'drizzle-orm';
import { afterAll, expect, inject, test } from 'vitest';
import { nothingInProgress } from '../base/runtime/in-progress.ts';
import { cards } from '../tables/cards.ts';
import { payments } from '../tables/payments.ts';
import { timers } from '../tables/timers.ts';
import { DAY_SECONDS, openTestShop } from '../test-kit/test-shop.ts';
import { sweep } from './sweep.ts';

const shop = await openTestShop();
afterAll(shop.close);

const URL = 'http://127.0.0.1:9999/callback';
const money = { amount: '10.00', currency: 'EUR' };
const auth = {
  method: 'AUTH',
  ...money,
  merchantRef: 'demo-async',
  ccToken: 'tok_sandbox_4242424242424242',
};
const told = { ...auth, callback_url: URL };
const start = async (values: Record<string, string> = told) =>
  (await shop.answer(values)).transaction.transactionID;
const move = async (method: string, transactionID: string, metadata = {}, amount = '10.00') =>
  (await shop.answer({ method, transactionID, amount, currency: 'EUR' }, metadata)).transaction;
const infos = async (id: string) =>
  (await shop.told(id)).map(({ notification_details }) => notification_details.info);

test('sweep does everything once, however often and from however many places it runs', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => start()));
  for (const id of ids) await move('CHARGE', id, {}, '3.00');
  shop.advance(8 * DAY_SECONDS);
  await Promise.all([sweep(shop.context), sweep(shop.context), sweep(shop.context)]);
  expect(await sweep(shop.context)).toBe(0);
  expect(await shop.context.db.$count(timers)).toBe(0);
  for (const id of ids) {
    expect(await infos(id)).toEqual(['AUTH_SUCCEEDED', 'CHARGE_SUCCEEDED', 'AUTH_EXPIRED']);
  }
});

test('sweep says how many payments it moved itself', async () => {
  for (let count = 0; count < 3; count += 1) await move('CHARGE', await start());
  shop.advance(2);
  const counts = await Promise.all([sweep(shop.context), sweep(shop.context)]);
  expect(counts[0] + counts[1]).toBe(3);
});

/** A payment that nobody can move: the challenge answers itself, and its card does not decrypt. */
async function startUnmovable() {
  const wallet = await shop.openWallet('user');
  const ccToken = await wallet.token('4242424242424242');
  const asking = { method: 'SALE_3DS', amount: '10', currency: 'GBP', merchantRef: 'demo', ccToken };
  const { payment, operation } = await shop.bill(asking, { sandbox_3ds: 'auto:Y' });
  const ofCard = eq(cards.id, payment.cardId);
  const [card] = await shop.context.db.select().from(cards).where(ofCard);
  const setNumber = (numberCiphertext: Uint8Array | null) =>
    shop.context.db.update(cards).set({ numberCiphertext }).where(ofCard);
  await setNumber(Buffer.alloc(60));
  return { payment, operation, mend: () => setNumber(card?.numberCiphertext ?? null) };
}

test('sweep gets past payments that fail, and tries them again after longer and longer', async () => {
  const failing = await startUnmovable();
  // More than a page of them, all overdue for longer than what can be done.
  const { payment, operation } = failing;
  const names = { paymentId: payment.id, operationId: operation.id };
  const again = {
    ...names,
    kind: 'answer-challenge',
    outcome: 'Y',
    dueAt: shop.context.clock.now(),
  } as const;
  await shop.context.db.insert(timers).values(Array.from({ length: 150 }, () => again));
  shop.advance(3);
  const charge = await move('CHARGE', await start());
  shop.advance(3);
  expect(await sweep(shop.context)).toBe(1);
  expect((await shop.record(charge.transactionID)).status).toBe('SUCCESS');
  const failures = () => shop.logged().split('payment was not swept').length - 1;
  expect(failures()).toBe(1);
  expect(shop.logged()).toContain(`"paymentId":"${payment.id}","error":"Error`);
  for (const [seconds, expected] of [
    [1, 1],
    [1, 2],
    [3, 2],
    [1, 3],
    [7, 3],
  ] as const) {
    shop.advance(seconds);
    expect(await sweep(shop.context)).toBe(0);
    expect(failures()).toBe(expected);
  }
  await failing.mend();
  shop.advance(1);
  expect(await sweep(shop.context)).toBe(1);
  expect(await sweep(shop.context)).toBe(0);
  expect(shop.context.inProgress.failedSweeps.size).toBe(0);
});

test('sweep forgets a payment that failed here once its work is done elsewhere', async () => {
  const failing = await startUnmovable();
  const other = { ...shop.context, inProgress: nothingInProgress() };
  shop.advance(3);
  expect(await sweep(shop.context)).toBe(0);
  expect(shop.context.inProgress.failedSweeps.size).toBe(1);
  await failing.mend();
  expect(await sweep(other)).toBe(1);
  await sweep(shop.context);
  expect(shop.context.inProgress.failedSweeps.size).toBe(0);
});

// The embedded store has one connection: nobody holds anything beside the sweeper.
test.runIf(inject('postgresUrl'))('sweep waits for nobody who holds a payment', async () => {
  const { db } = shop.context;
  const held = await start();
  const { payment } = await shop.found(held);
  const [mine, other] = [await move('CHARGE', held), await move('CHARGE', await start())];
  shop.advance(2);
  const holder = new EventEmitter();
  const isHeld = once(holder, 'held');
  const holding = db.transaction(async (tx) => {
    await tx.select().from(payments).where(eq(payments.id, payment.id)).for('update');
    holder.emit('held');
    await once(holder, 'done');
  });
  await isHeld;
  expect(await sweep(shop.context)).toBe(1);
  expect((await shop.record(other.transactionID)).status).toBe('SUCCESS');
  holder.emit('done');
  await holding;
  expect(await sweep(shop.context)).toBe(1);
  expect((await shop.record(mine.transactionID)).status).toBe('SUCCESS');
});
