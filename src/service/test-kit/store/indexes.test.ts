import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BillingForm } from '../../../contract/billing/billing.ts';
import type { Database } from '../../../store/database.ts';
import { readTransaction } from '../../api/read-transaction.ts';
import { DEMO_PUBLISHABLE_KEY } from '../../base/keys/secret-key.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { copyPayments } from '../../main/bench/copy-payments.ts';
import { retentionJobs } from '../../main/retention/retention-jobs.ts';
import { scheduledJobs } from '../../main/scheduled-jobs.ts';
import { listCallbacks } from '../../operators/admin/callbacks/list-callbacks.ts';
import { listDue } from '../../operators/admin/inspect/list-due.ts';
import { listPayments } from '../../operators/admin/payments/list-payments.ts';
import { readPayment } from '../../operators/admin/payments/read-payment.ts';
import { listSessions } from '../../operators/admin/sessions/list-sessions.ts';
import { listUsers } from '../../operators/admin/sessions/list-users.ts';
import { bill as billOne } from '../../payments/bill.ts';
import { sweep } from '../../payments/sweep.ts';
import { boxUrl } from '../../payments/threeds/box.ts';
import { walletCaller } from '../../shoppers/sessions/wallet-caller.ts';
import { operations } from '../../tables/payments.ts';
import { readSavedCards } from '../../vault/saved-cards/saved-cards.ts';
import { rowsOf } from '../test-canary.ts';
import { openTestShop, shopOf, type TestShop } from '../test-shop.ts';
import { claimCallbacks, completeChallenge, openBox, releaseCallbacks } from '../test-verbs.ts';

const PAYMENTS = 4_000;
/** What grows with every payment, and with every shopper. */
const GROWING = [
  'payments',
  'operations',
  'callbacks',
  'callback_attempts',
  'settlements',
  'stored_answers',
  'users',
  'refresh_tokens',
  'wallet_sessions',
  'cards',
  'card_tokens',
];

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
  const sale = { method: 'SALE', amount: '10', currency: 'EUR', merchant_id: '1001', transactionID: 'first' };
  const more = { ccToken: 'tok_sandbox_4242424242424242', callback_url: 'http://127.0.0.1:9999/callback' };
  await shop.post('/wallet/api/v1/billing', { ...sale, ...more });
  const { db } = shop.context;
  await copyPayments(db, { from: 1, to: PAYMENTS });
  await addShoppers(db);
  // Four attempts at each order.
  await db.execute(sql`update payments set order_id = 'order' || placed.place / 4
    from (select id, row_number() over (order by id) as place from payments) placed where placed.id = payments.id`);
  await db.execute(sql`analyze`);
});
afterAll(() => shop.close());

/** As many as payments, each with a token, a session, and a listed card that was handed over. */
async function addShoppers(db: Database) {
  const { accountId } = shop;
  const numbers = sql`generate_series(10000, ${9_999 + PAYMENTS}::integer) as n`;
  const now = sql`${shop.context.clock.now().toISOString()}::timestamptz`;
  const digest = sql`decode(md5(n::text), 'hex')`;
  await db.execute(sql`insert into users (id, account_id, external_id, is_guest, created_at)
    overriding system value select n, ${accountId}, 'user' || n, false, ${now} from ${numbers}`);
  await db.execute(sql`insert into refresh_tokens (id, digest, account_id, user_id, expires_at, created_at)
    overriding system value select n, ${digest}, ${accountId}, n, ${now} + interval '1 day', ${now} from ${numbers}`);
  await db.execute(sql`insert into wallet_sessions
      (id, refresh_token_id, account_id, user_id, origin, created_at, last_seen_at)
    select 'session' || n, n, ${accountId}, n, 'http://localhost:3000', ${now}, ${now} from ${numbers}`);
  await db.execute(sql`insert into cards (id, account_id, user_id, status, brand, bin, last4, exp_month, exp_year,
      holder_name, fingerprint, number_ciphertext, wrapped_key, created_at, listed_at)
    overriding system value select n, ${accountId}, n, 'listed', 'VI', '424242', '4242', 12, 2040,
      'A Shopper', ${digest}, ''::bytea, ''::bytea, ${now}, ${now} from ${numbers}`);
  await db.execute(sql`insert into card_tokens
      (digest, sealed, account_id, user_id, card_id, brand, wallet_session_id, is_single_use, is_short_live, created_at)
    select ${digest}, ''::bytea, ${accountId}, n, n, 'VI', 'session' || n, false, false, ${now} from ${numbers}`);
}

/** A challenge that is over for each of the copies, and what times it. */
async function addChallenges(db: Database) {
  const ids = sql`'op' || n, md5('p' || n)::uuid`;
  const numbers = sql`generate_series(1, ${PAYMENTS}::integer) as n`;
  const now = sql`${shop.context.clock.now().toISOString()}::timestamptz`;
  await db.execute(sql`insert into challenges
      (id, operation_id, payment_id, box_digest, status, expires_at, ended_at, created_at)
    select 'c' || n, ${ids}, decode(md5(n::text), 'hex'), 'FAILED', ${now}, ${now}, ${now} from ${numbers}`);
  await db.execute(sql`insert into timers (operation_id, payment_id, kind, due_at)
    select ${ids}, 'expire-authorisation', ${now} + interval '7 days' from ${numbers}`);
}

/** Those of the growing tables that `task` read one row after the other, without an index. */
async function readInFull(
  task: (inside: Runtime) => Promise<unknown>,
  growing: readonly string[] = GROWING,
): Promise<string[]> {
  return shop.context.db.transaction(async (db) => {
    const before = await readSoFar(db);
    await task({ ...shop.context, db });
    const after = await readSoFar(db);
    return growing.filter((name) => after.get(name) !== before.get(name));
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

test.each([...scheduledJobs, ...retentionJobs(30)])('$name reads by index', async ({ run }) => {
  expect(await readInFull(run)).toEqual([]);
});

test('the callback worker reads by index', async () => {
  expect(await readInFull((inside) => claimCallbacks(inside, new Map()))).toEqual([]);
  const requestId = '00000000-0000-4000-8000-000000000000';
  expect(await readInFull((inside) => releaseCallbacks(inside, requestId))).toEqual([]);
});

test('billing reads by index', async () => {
  const bill = (inside: Runtime, form: Record<string, string>) =>
    billOne(inside, {
      caller: { accountId: shop.accountId },
      metadata: {},
      unknownNames: [],
      requestId: randomUUID(),
      form: BillingForm.parse({ amount: '1', currency: 'EUR', transactionID: 'second', ...form }),
    });
  const inFull = await readInFull(async (inside) => {
    await bill(inside, { method: 'AUTH', merchant_id: '1001', ccToken: 'tok_sandbox_4242424242424242' });
    await bill(inside, { method: 'CHARGE' });
    await bill(inside, { method: 'REFUND' });
  });
  expect(inFull).toEqual([]);
});

type Inspecting = (inside: Runtime, first: typeof operations.$inferSelect) => Promise<unknown>;

test.each<[string, Inspecting]>([
  ['payments', (inside) => listPayments(inside, {})],
  ['payments of an account', (inside) => listPayments(inside, { account_id: shop.accountId })],
  ['a search by transaction', (inside, first) => listPayments(inside, { search: first.transactionId })],
  ['a search by order', (inside) => listPayments(inside, { search: 'order7' })],
  ['a search by payment', (inside, first) => listPayments(inside, { search: first.paymentId })],
  ['a search by last four', (inside) => listPayments(inside, { search: '4444' })],
  ['a search by state', (inside) => listPayments(inside, { state: 'FAILED' })],
  ['one payment', (inside, first) => readPayment(inside, first.paymentId)],
  ['failing callbacks', (inside) => listCallbacks(inside, { account_id: shop.accountId, status: 'failing' })],
  ['sessions', (inside) => listSessions(inside, { account_id: shop.accountId })],
  ['sessions of a user', (inside) => listSessions(inside, { account_id: shop.accountId, user_id: 12_000 })],
  ['users', (inside) => listUsers(inside, { account_id: shop.accountId, from: 'user11' })],
  ['what falls due', listDue],
])('the inspector reads %s by index', async (_what, inspect) => {
  const [first] = await shop.context.db
    .select()
    .from(operations)
    .where(eq(operations.transactionId, 'first'));
  if (!first) throw new Error('no payment');
  expect(await readInFull((inside) => inspect(inside, first))).toEqual([]);
});

test.each([
  // The second is listed already.
  ['user', ['keep-on-success', 'keep-on-success', 'once']],
  ['guest', ['once', 'once']],
] as const)('a wallet of a %s, and billing with its cards, read by index', async (shopper, lives) => {
  const inFull = await readInFull(async (inside) => {
    const own = await shopOf(inside, DEMO_PUBLISHABLE_KEY);
    const wallet = await own.openWallet(shopper);
    const caller = await walletCaller(inside, wallet.authorization['Authorization'] ?? '');
    const sale = { method: 'SALE', amount: '10', currency: 'EUR', merchant_id: '1001' };
    for (const life of lives) {
      const ccToken = await wallet.token('4242424242424242', life);
      const { transaction } = await own.answer({ ...sale, ccToken });
      expect(transaction.status).toBe('OK');
    }
    expect(await readSavedCards(inside, caller)).toHaveLength(shopper === 'user' ? 1 : 0);
  });
  expect(inFull).toEqual([]);
});

test('a challenge is opened, ended and swept by index', async () => {
  const { db } = shop.context;
  await addChallenges(db);
  await db.execute(sql`analyze`);
  const inFull = await readInFull(
    async (inside) => {
      const own = await shopOf(inside, DEMO_PUBLISHABLE_KEY);
      const wallet = await own.openWallet('guest');
      const ask = async () => {
        const ccToken = await wallet.token('4242424242424242');
        const form = { method: 'AUTH_3DS', amount: '10', currency: 'GBP', merchant_id: '1001', ccToken };
        const { challenge } = await own.bill(form);
        return challenge?.id ?? '';
      };
      const challengeId = await ask();
      await openBox(inside, boxUrl(inside, challengeId).split('/').at(-1) ?? '');
      await completeChallenge(inside, { challengeId, result: 'Y' });
      await ask();
      shop.advance(901);
      expect(await sweep(inside)).toBe(1);
    },
    [...GROWING, 'challenges', 'timers'],
  );
  expect(inFull).toEqual([]);
});
