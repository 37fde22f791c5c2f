import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../main/app.ts';
import { attempts } from '../../tables/attempts.ts';
import { operations, payments } from '../../tables/payments.ts';
import { postBilling } from '../../test-kit/acquirers/post-billing.ts';
import { openTestAcquirer } from '../../test-kit/acquirers/test-acquirer.ts';
import { watchOptimisticRuns } from '../../test-kit/test-optimistic.ts';
import { DAY_SECONDS, openTestShop } from '../../test-kit/test-shop.ts';
import { resolveAttempts } from './resolve-attempts.ts';
import { sweep } from './sweep.ts';

const shop = await openTestShop();
afterAll(shop.close);
const { db } = shop.context;
const acquirer = openTestAcquirer();
const runs = watchOptimisticRuns(db);
const context = acquirer.on({ ...shop.context, db: runs.db });
const app = createApp(context);

type Values = Record<string, string>;
const money = { amount: '10', currency: 'EUR' };
const sale = { method: 'SALE', ...money, merchant_id: '1001', ccToken: 'tok_sandbox_4242424242424242' };

const post = (values: Values) => postBilling(app, values);

/** The acquirer's answer to the next question comes once `meanwhile` has run, before it is stored. */
function beforeAnswerIsStored(meanwhile: () => Promise<unknown>) {
  acquirer.mishaps.push(async () => {
    runs.before(meanwhile);
  });
}

// The alias of the card is made, which takes a transaction.
beforeAll(() => post(sale));
let before = { ...runs.counts };
beforeEach(() => {
  before = { ...runs.counts };
});

const paymentOf = async (transactionId: string) => {
  const [row] = await db
    .select({ payment: payments })
    .from(operations)
    .innerJoin(payments, eq(payments.id, operations.paymentId))
    .where(eq(operations.transactionId, transactionId));
  return row?.payment;
};

test.each([
  ['SALE', async () => sale],
  ['AUTH', async () => ({ ...sale, method: 'AUTH' })],
  [
    'CHARGE',
    async () => {
      const { id: transactionID } = await post({ ...sale, method: 'AUTH' });
      return { method: 'CHARGE', ...money, transactionID };
    },
  ],
])('the answer to a %s is stored without a read', async (_, formOf) => {
  const form = await formOf();
  let asked = { ...runs.counts };
  acquirer.mishaps.push(async () => {
    asked = { ...runs.counts };
  });
  expect((await post(form)).transaction).toMatchObject({ status: 'OK' });
  expect(runs.counts).toMatchObject({
    reads: asked.reads,
    stored: asked.stored + 1,
    refused: before.refused,
  });
});

test('an amount that somebody else moves before the answer is stored keeps its move', async () => {
  const { id: transactionID } = await post({ ...sale, method: 'AUTH' });
  const isOfPayment = eq(payments.id, (await paymentOf(transactionID))?.id ?? '');
  beforeAnswerIsStored(() => db.update(payments).set({ closed: 100, closedBy: 'CLOCK' }).where(isOfPayment));
  const charge = await post({ method: 'CHARGE', amount: '4', currency: 'EUR', transactionID });
  expect(charge).toMatchObject({ status: 200, transaction: { status: 'OK' } });
  expect(await paymentOf(transactionID)).toMatchObject({ captured: 400, capturePending: 0, closed: 100 });
  expect(runs.counts.refused).toBe(before.refused + 1);
});

test('an answer that the resolver records first is not recorded again', async () => {
  beforeAnswerIsStored(async () => {
    shop.advance(60);
    await resolveAttempts(acquirer.on(shop.context));
  });
  const { id, transaction } = await post({ ...sale, callback_url: 'http://127.0.0.1:9999/callback' });
  expect(transaction).toMatchObject({ status: 'OK' });
  expect(await shop.record(id)).toMatchObject({ status: 'SUCCESS', sandbox: { captured: '10.00' } });
  expect(await shop.told(id)).toHaveLength(1);
  expect(runs.counts.refused).toBe(before.refused + 1);
});

test('an answer waits for the lock where its question is in doubt by now', async () => {
  beforeAnswerIsStored(() =>
    db.update(attempts).set({ state: 'in_doubt' }).where(eq(attempts.state, 'asking')),
  );
  const { id, transaction } = await post(sale);
  expect(transaction).toMatchObject({ status: 'OK' });
  // It takes a new number among the events: somebody may have been told that it is pending.
  expect((await shop.found(id)).operation.log).toBe(2);
});

test('an authorisation whose time ends while a CHARGE is asked about is closed with the answer', async () => {
  const { id: transactionID } = await post({ ...sale, method: 'AUTH' });
  shop.advance(7 * DAY_SECONDS - 5);
  acquirer.mishaps.push(async () => {
    shop.advance(10);
    await sweep(context);
  });
  const charge = await post({ method: 'CHARGE', amount: '4', currency: 'EUR', transactionID });
  expect(charge).toMatchObject({ status: 200, transaction: { status: 'OK' } });
  expect(await paymentOf(transactionID)).toMatchObject({ captured: 400, closed: 600, closedBy: 'CLOCK' });
});
