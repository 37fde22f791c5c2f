import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../store/database.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { sweep } from '../../payments/asking/sweep.ts';
import { callbacks } from '../../tables/callbacks.ts';
import { openTestAdmin, type TestAdmin } from '../../test-kit/test-admin.ts';
import { openTestWorker, rowsRead } from '../../test-kit/test-callbacks.ts';
import { rowsOf } from '../../test-kit/test-canary.ts';
import { APPROVED, testProvider } from '../../test-kit/test-provider.ts';
import { openTestReceiver, type TestReceiver } from '../../test-kit/test-receiver.ts';
import { DAY_SECONDS } from '../../test-kit/test-shop.ts';
import { scheduledJobs } from '../scheduled-jobs.ts';
import { retentionJobs } from './retention-jobs.ts';

const DAYS = 30;
/** A guest's last token has ended by then. */
const RETENTION_SECONDS = (DAYS + 1) * DAY_SECONDS;
const BILLING = '/wallet/api/v1/billing';
/** An act in the audit log is never pruned; the others are the service's own. */
const NOT_COUNTED = [
  'schema_migrations',
  'audit_intake',
  'audit_log',
  'audit_head',
  'test_clock',
  'service_keys',
];

let shop: TestAdmin;
let provider: ReturnType<typeof testProvider>;
let receiver: TestReceiver;

beforeAll(async () => {
  shop = await openTestAdmin();
  provider = testProvider(shop);
  receiver = await openTestReceiver();
});
afterEach(() => receiver.answerStatus(200));
afterAll(async () => {
  await receiver.close();
  await shop.close();
});

/** All work that time makes due, callbacks included. */
async function runJobs() {
  for (const job of [...scheduledJobs, ...retentionJobs(DAYS)]) await job.run(shop.context);
  const worker = openTestWorker(shop);
  await worker.runDue();
  await worker.stop();
}

async function prune(runtime: Runtime = shop.context) {
  for (const job of retentionJobs(DAYS)) await job.run(runtime);
}

function openCallbacks() {
  return shop.context.db
    .select({ id: callbacks.id })
    .from(callbacks)
    .where(sql`${callbacks.status} = 'waiting'`);
}

async function rowsByTable(): Promise<Record<string, number>> {
  const { db } = shop.context;
  const named = sql`select tablename as name from pg_tables where schemaname = current_schema() order by 1`;
  const counts: Record<string, number> = {};
  for (const { name } of rowsOf(await db.execute(named))) {
    const table = String(name);
    if (NOT_COUNTED.includes(table)) continue;
    counts[table] = await db.$count(sql`${sql.identifier(table)}`);
  }
  return counts;
}

const SALE = { method: 'SALE', amount: '10', currency: 'GBP', merchant_id: '1001' };
const DECLINED = '4000000000000002';

type Wallet = Awaited<ReturnType<TestAdmin['openWallet']>>;

const bill = async (form: Record<string, string>) => {
  const answer = await shop.post(BILLING, { ...SALE, callback_url: receiver.url, ...form });
  return { answer, body: JSON.parse(await answer.text()) };
};

/** What a guest does that comes to nothing, in turn. */
const ATTEMPTS: readonly ((wallet: Wallet) => Promise<unknown>)[] = [
  async (wallet) => {
    await provider.started(wallet, { callback_url: receiver.url });
    await provider.cancel(wallet);
  },
  // Nobody finishes it.
  (wallet) => provider.started(wallet, { callback_url: receiver.url }),
  async (wallet) =>
    provider.end(await provider.started(wallet, { callback_url: receiver.url }), { kind: 'refused' }),
  // Declined after the provider has approved.
  async (wallet) => provider.end(await provider.started(wallet, { amount: '3003.00' }), APPROVED),
  // Nothing but a card, and nothing but a wallet.
  (wallet) => wallet.token('4242424242424242'),
  (wallet) => wallet.openTab(),
  async (wallet) => bill({ ccToken: await wallet.token(DECLINED) }),
  // Its challenge runs out.
  async (wallet) => bill({ ccToken: await wallet.token('4242424242424242'), method: 'SALE_3DS' }),
  // A method that a provider holds, and that nobody bills.
  async (wallet) =>
    provider.end(await provider.started(wallet, { method: 'googlepay', merchant_id: '1002' }), APPROVED),
];

/** Guests who come at the same time. */
const AT_ONCE = 10;

async function startAsGuests(count: number) {
  for (let nth = 0; nth < count; nth += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - nth) }, (_, index) => nth + index);
    await Promise.all(numbers.map(startAsGuest));
  }
}

async function startAsGuest(nth: number) {
  const attempt = ATTEMPTS[nth % ATTEMPTS.length];
  // Pages may name merchant 1002 by tokens of its own alone.
  const wallet = await shop.openWallet('guest', attempt === ATTEMPTS.at(-1) ? 1002 : 1001);
  await attempt?.(wallet);
}

async function endEverything() {
  shop.advance(20 * 60);
  await sweep(shop.context);
  shop.advance(1);
  await runJobs();
}

/** What must answer as before: lookup, its callback, and the inspector's payment. */
async function shown(transactionId: string) {
  const lookup = await shop.get(`/wallet/api/v1/transactions/${transactionId}`);
  expect(lookup.status).toBe(200);
  const { payment } = await shop.found(transactionId);
  const { payment: inspected } = await shop.call('GET', `/api/payments/${payment.id}`);
  // Among them are those that this test makes.
  inspected.timeline = inspected.timeline.filter(({ kind }: { kind: string }) => kind !== 'request');
  const rows = await shop.context.db
    .select({ id: callbacks.id })
    .from(callbacks)
    .where(eq(callbacks.paymentId, payment.id));
  const told = await Promise.all(rows.map(({ id }) => shop.call('GET', `/api/callbacks/${id}`)));
  return { record: await lookup.json(), inspected, told };
}

const transactionIdOf = ({ transaction_id = '' }: { transaction_id?: string | undefined }) => transaction_id;

describe('S77: retention', () => {
  const leavesNoRow = async (guests: number) => {
    const named = `named-by-the-backend-${guests}`;
    // What stays: of a guest who paid, of a guest whose backend named the payment, of a user.
    const paid = await provider.started(await shop.openWallet('guest'), { callback_url: receiver.url });
    await provider.end(paid, APPROVED);
    const namer = await shop.openWallet('guest');
    await bill({ ccToken: await namer.token(DECLINED), transactionID: named });
    const user = await shop.openWallet('user');
    await provider.started(user, { callback_url: receiver.url });
    const ofUser = await provider.cancel(user);
    await endEverything();
    // What the keys and the sandbox's own user are made of.
    await bill({ ccToken: 'tok_sandbox_4242424242424242', currency: 'EUR' });
    await endEverything();
    shop.advance(2 * RETENTION_SECONDS);
    await runJobs();
    await runJobs();
    const before = await rowsByTable();

    await startAsGuests(guests);
    await endEverything();
    const filled = await rowsByTable();
    expect(filled['users']).toBe((before['users'] ?? 0) + guests);
    expect(filled['payments']).toBeGreaterThan((before['payments'] ?? 0) + guests * 0.6);
    shop.advance(RETENTION_SECONDS - DAY_SECONDS - 3_600);
    await runJobs();
    // Not before its time.
    expect((await rowsByTable())['payments']).toBe(filled['payments']);
    const pending = await provider.started(await shop.openWallet('guest'), { callback_url: receiver.url });
    const ids = [paid, ofUser, pending].map(transactionIdOf);
    const was = await Promise.all([...ids, named].map(shown));
    shop.advance(DAY_SECONDS + 3_600 - 5);
    expect(was.map(({ told }) => told.length)).toEqual([1, 1, 0, 1]);
    await runJobs();
    await runJobs();
    const after = await rowsByTable();
    // The pending payment ended meanwhile, and its time has only begun.
    expect(difference(after, before)).toEqual({
      callbacks: 1,
      card_tokens: 1,
      cards: 1,
      operations: 1,
      payments: 1,
      provider_payments: 1,
      refresh_tokens: 1,
      users: 1,
      wallet_sessions: 1,
    });
    for (const [index, id] of [...ids, named].entries()) {
      if (index !== 2) expect(await shown(id)).toEqual(was[index]);
    }
    shop.advance(RETENTION_SECONDS);
    await runJobs();
    await runJobs();
    expect(await rowsByTable()).toEqual(before);
  };
  test('S77: 45 guests who pay nothing leave no row behind', () => leavesNoRow(45));
  test('S77: 500 guests who pay nothing leave no row behind', { tags: 'prove', timeout: 300_000 }, () =>
    leavesNoRow(500),
  );

  test('S77: a payment whose callback is still sent stays until that has ended', async () => {
    const before = await rowsByTable();
    receiver.answerStatus(500);
    await startAsGuests(1);
    await endEverything();
    const [told] = await openCallbacks();
    if (!told) throw new Error('no callback');
    // As an operator replays it: its time begins anew.
    shop.advance(RETENTION_SECONDS);
    await shop.context.db
      .update(callbacks)
      .set({ status: 'waiting', endedAt: null, dueAt: shop.context.clock.now() })
      .where(eq(callbacks.id, told.id));
    await prune();
    expect(await openCallbacks()).toHaveLength(1);
    receiver.answerStatus(200);
    await runJobs();
    await prune();
    expect(await rowsByTable()).toEqual(before);
  });

  test('a run that ends in the middle loses nothing, and the next one goes on', {
    timeout: 300_000,
  }, async () => {
    const before = await rowsByTable();
    await startAsGuests(170);
    await endEverything();
    shop.advance(RETENTION_SECONDS);
    const { db } = shop.context;
    let transactions = 0;
    const failing = new Proxy(db, {
      get(target, name) {
        if (name !== 'transaction') return Reflect.get(target, name, target);
        return (work: (tx: Database) => Promise<unknown>) =>
          target.transaction(async (tx) => {
            transactions += 1;
            const done = await work(tx);
            if (transactions === 2) throw new Error('ended');
            return done;
          });
      },
    });
    const [prunePayments] = retentionJobs(DAYS);
    await expect(prunePayments?.run({ ...shop.context, db: failing })).rejects.toThrow('ended');
    const halfway = (await rowsByTable())['payments'] ?? 0;
    expect(halfway).toBeGreaterThan(before['payments'] ?? 0);
    await prune();
    expect(await rowsByTable()).toEqual(before);
  });

  test('payments go on while others are pruned', { timeout: 300_000 }, async () => {
    await startAsGuests(45);
    await endEverything();
    shop.advance(RETENTION_SECONDS);
    const sell = () => bill({ ccToken: 'tok_sandbox_4242424242424242', currency: 'EUR' });
    const pruned = Promise.all([prune(), prune(), runJobs()]);
    const sold = await Promise.all(Array.from({ length: 20 }, sell));
    await pruned;
    expect(sold.map(({ answer }) => answer.status)).toEqual(sold.map(() => 200));
  });

  test('a look for what to prune reads next to nothing of 10,000 rows that stay', {
    timeout: 300_000,
  }, async () => {
    const { db } = shop.context;
    await prune();
    await db.execute(sql`insert into users (id, account_id, is_guest, is_kept, created_at)
      select -n, ${shop.accountId}::integer, true, true, '2020-01-01' from generate_series(1, 5000) as n`);
    const changes = sql`jsonb_build_object('id', md5('copy' || n), 'failed', true, 'is_anonymous', false)`;
    await db.execute(sql`insert into payments
      select copy.* from (select to_jsonb(payments) as row from payments limit 1) as first,
        generate_series(1, 5000) as n, jsonb_populate_record(null::payments, first.row || ${changes}) as copy`);
    await db.execute(sql`analyze`);
    expect(await rowsRead(shop, prune, ['users', 'payments'])).toBeLessThan(100);
  });
});

function difference(after: Record<string, number>, before: Record<string, number>) {
  const pairs = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
  return Object.fromEntries(pairs.filter(([, count]) => count !== 0));
}
