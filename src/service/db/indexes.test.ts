import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BillingForm } from '../../contract/billing.ts';
import { copyPayments } from '../bench/copy-payments.ts';
import { bill as billOne } from '../billing/bill.ts';
import { readTransaction } from '../billing/read-transaction.ts';
import { claimCallbacks } from '../callbacks/claim-callbacks.ts';
import { releaseCallbacks } from '../callbacks/release-callbacks.ts';
import type { Database, ServiceContext } from '../context.ts';
import { dueWork } from '../due-work.ts';
import { rowsOf } from '../test-canary.ts';
import { openTestShop, type TestShop } from '../test-shop.ts';
import { operations } from './tables/payments.ts';

const PAYMENTS = 4_000;
/** What grows with every payment. */
const GROWING = ['payments', 'operations', 'callbacks', 'callback_attempts', 'settlements', 'stored_answers'];

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  const sale = { method: 'SALE', amount: '10', currency: 'EUR', merchant_id: '1001', transactionID: 'first' };
  const more = { ccToken: 'tok_sandbox_4242424242424242', callback_url: 'http://127.0.0.1:9999/callback' };
  await shop.post('/wallet/api/v1/billing', { ...sale, ...more });
  const { db } = shop.context;
  await copyPayments(db, { from: 1, to: PAYMENTS });
  await db.execute(sql`analyze`);
});
afterAll(() => shop.close());

/** Growing tables that `task` read one row after the other, without an index. */
async function readInFull(task: (inside: ServiceContext) => Promise<unknown>): Promise<string[]> {
  return shop.context.db.transaction(async (db) => {
    const before = await readSoFar(db);
    await task({ ...shop.context, db });
    const after = await readSoFar(db);
    return GROWING.filter((name) => after.get(name) !== before.get(name));
  });
}

/** By this connection, since it last reported. */
async function readSoFar(db: Database): Promise<ReadonlyMap<unknown, unknown>> {
  const read = await db.execute(sql`select relname, seq_tup_read from pg_stat_xact_user_tables`);
  return new Map(rowsOf(read).map(({ relname, seq_tup_read }) => [relname, seq_tup_read]));
}

test('the statistics of a transaction show a table that was read in full', async () => {
  expect(await readInFull(({ db }) => db.$count(operations, eq(operations.amount, 1)))).toEqual([
    'operations',
  ]);
});

test('lookup reads by index', async () => {
  const { accountId } = shop;
  expect(
    await readInFull((inside) => readTransaction(inside, { accountId, transactionId: 'txn77' })),
  ).toEqual([]);
});

test.each(dueWork)('$name reads by index', async ({ run }) => {
  expect(await readInFull(run)).toEqual([]);
});

test('the callback worker reads by index', async () => {
  expect(await readInFull((inside) => claimCallbacks(inside, new Map()))).toEqual([]);
  const requestId = '00000000-0000-4000-8000-000000000000';
  expect(await readInFull((inside) => releaseCallbacks(inside, requestId))).toEqual([]);
});

test('billing reads by index', async () => {
  const bill = (inside: ServiceContext, form: Record<string, string>) =>
    billOne(inside, {
      ...{ caller: { accountId: shop.accountId }, metadata: {}, unknown: [], requestId: randomUUID() },
      form: BillingForm.parse({ amount: '1', currency: 'EUR', transactionID: 'second', ...form }),
    });
  const inFull = await readInFull(async (inside) => {
    await bill(inside, { method: 'AUTH', merchant_id: '1001', ccToken: 'tok_sandbox_4242424242424242' });
    await bill(inside, { method: 'CHARGE' });
    await bill(inside, { method: 'REFUND' });
  });
  expect(inFull).toEqual([]);
});
