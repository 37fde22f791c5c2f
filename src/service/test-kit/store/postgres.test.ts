import { randomBytes } from 'node:crypto';
import { eq, isNull, type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { AccountChange } from '../../../contract/admin/accounts.ts';
import type { Database } from '../../../store/database.ts';
import type { OpenDatabase } from '../../../store/database-on.ts';
import { type FaultProxy, startFaultProxy } from '../../../store/faults/fault-proxy.ts';
import { openPostgres } from '../../../store/postgres/open-postgres.ts';
import { emptyTestPostgres } from '../../../store/test-kit/test-postgres.ts';
import { serviceErrorOf } from '../../api/http/service-error-of.ts';
import { systemClock } from '../../base/clock.ts';
import { environmentKeys } from '../../base/keys/key-store.ts';
import { openKeyring } from '../../base/keys/keyring.ts';
import { openServiceKeys } from '../../base/keys/service-keys.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import { sessionStreams } from '../../base/runtime/session-streams.ts';
import { sandbox } from '../../main/sandbox-dependencies.ts';
import { changeAccount } from '../../operators/admin/change-account.ts';
import { eventStream } from '../../shoppers/session-events/event-stream.ts';
import { listenForSessionEvents } from '../../shoppers/session-events/publish-session-event.ts';
import { walletCaller } from '../../shoppers/sessions/wallet-caller.ts';
import { accounts, merchants } from '../../tables/accounts.ts';
import { shippedMigrations } from '../../tables/migrations/shipped-migrations.ts';
import { movedClock } from '../../tables/moved-clock.ts';
import { serviceKeys } from '../../tables/service-keys.ts';
import { walletSessions } from '../../tables/sessions.ts';
import { rowsOf } from '../test-canary.ts';
import { openTestService } from '../test-context.ts';
import { readEventStream } from '../test-event-stream.ts';
import { testProvider } from '../test-provider.ts';
import { openTestShop, shopOf } from '../test-shop.ts';
import { completeChallenge, revokeUser } from '../test-verbs.ts';

const server = inject('postgresUrl') ?? '';
const settings = { connections: 3, durability: 'full', migrations: shippedMigrations() } as const;
let database: Awaited<ReturnType<typeof emptyTestPostgres>>;
let proxy: FaultProxy;
let store: OpenDatabase;

beforeAll(async () => {
  database = await emptyTestPostgres(server);
  proxy = await startFaultProxy(database.url);
  store = await openPostgres({ url: proxy.url, ...settings });
});
beforeEach(() => store.db.delete(movedClock));
afterAll(async () => {
  await store.close();
  await proxy.cut();
  await database.drop();
});

const insert = (db: OpenDatabase['db'], offsetSeconds = 1) => db.insert(movedClock).values({ offsetSeconds });
const rowCount = () => store.db.$count(movedClock);
const codeOf = (failing: Promise<unknown>) =>
  failing.then(
    () => 'done',
    (error) => serviceErrorOf(error).code,
  );

describe('openPostgres', () => {
  test('refuses an address where no PostgreSQL answers, and never quotes its password', async () => {
    const url = 'postgresql://wallet:canary@127.0.0.1:1/wallet';
    const error = await openPostgres({ url, ...settings }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'store_unreachable',
      message: expect.stringMatching(/ECONNREFUSED/),
    });
    expect(String(error)).not.toContain('canary');
  });

  test('commits with synchronous_commit, whatever the database sets', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await store.db.execute(sql.raw(`alter database ${name} set synchronous_commit = off`));
    const other = await openPostgres({ url: database.url, ...settings });
    const [row] = await other.db
      .select({ value: sql`current_setting('synchronous_commit')` })
      .from(sql`(select 1) as one`);
    await other.close();
    expect(row).toEqual({ value: 'on' });
  });

  test('stores nothing of a transaction that throws, and goes on', async () => {
    const failing = store.db.transaction(async (tx) => {
      await insert(tx);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await rowCount()).toBe(0);
  });

  test('does not report a commit that PostgreSQL turned into a rollback', async () => {
    const swallowing = store.db.transaction(async (tx) => {
      await insert(tx);
      await insert(tx).catch(() => {});
    });
    await expect(swallowing).rejects.toMatchObject({ code: 'transaction_aborted' });
    expect(await rowCount()).toBe(0);
  });

  test('serves more transactions at once than it has connections, and counts what these do', async () => {
    const many = Array.from({ length: 20 }, () =>
      store.db.transaction((tx) =>
        tx.select({ slept: sql`pg_sleep(0.01)::text` }).from(sql`(select 1) as one`),
      ),
    );
    await Promise.race(many);
    expect(store.connectionCounts?.()).toMatchObject({ busy: settings.connections, idle: 0 });
    expect(store.connectionCounts?.().waiting).toBeGreaterThan(0);
    expect(await Promise.all(many)).toHaveLength(20);
    expect(store.connectionCounts?.()).toMatchObject({ busy: 0, waiting: 0 });
  });

  test('ends a connection that is cut in mid-transaction, says store_unavailable, and recovers', async () => {
    const cut = store.db.transaction(async (tx) => {
      await insert(tx);
      await proxy.cut();
      await insert(tx, 2);
    });
    expect(await codeOf(cut)).toBe('store_unavailable');
    const refused = store.db.select().from(movedClock).where(eq(movedClock.id, 71_307_130));
    expect(await codeOf(refused)).toBe('store_unavailable');
    expect(String(await refused.catch((error) => error))).not.toContain('71307130');
    expect(await codeOf(store.db.transaction(insert))).toBe('store_unavailable');
    await proxy.mend();
    expect(await rowCount()).toBe(0);
  });

  test('survives that the server ends its connections', async () => {
    const others = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    await Promise.all(Array.from({ length: 3 }, () => rowCount()));
    await store.db.execute(others);
    const ended = store.db.transaction((tx) =>
      tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`),
    );
    expect(await codeOf(ended)).toBe('store_unavailable');
    await expect.poll(() => codeOf(insert(store.db))).toBe('done');
  });

  test('says store_unavailable to one of two transactions that wait for each other', async () => {
    await store.db.execute(sql`create table pair (id integer primary key)`);
    await store.db.execute(sql`insert into pair values (1), (2)`);
    const lock = (db: OpenDatabase['db'], id: number) =>
      db.execute(sql`update pair set id = id where id = ${id}`);
    const crossing = (first: number, second: number) =>
      store.db.transaction(async (tx) => {
        await lock(tx, first);
        await new Promise((resolve) => setTimeout(resolve, 200));
        await lock(tx, second);
      });
    const codes = await Promise.all([codeOf(crossing(1, 2)), codeOf(crossing(2, 1))]);
    expect(codes.sort()).toEqual(['done', 'store_unavailable']);
  });
});

describe('listen', () => {
  const notify = (db: OpenDatabase['db'], payload: string) =>
    db.execute(sql`select pg_notify('news', ${payload})`);

  test('hears what another process committed, and what it missed while the line was cut', async () => {
    const heard: string[] = [];
    await store.listen('news', {
      onNotification: (payload) => heard.push(payload),
      onMissed: () => heard.push('missed'),
    });
    const other = await openPostgres({ url: database.url, ...settings });
    await other.db.transaction(async (tx) => {
      await notify(tx, 'first');
      await tx.select({ slept: sql`pg_sleep(0.1)::text` }).from(sql`(select 1) as one`);
      expect(heard).toEqual([]);
    });
    await expect.poll(() => heard).toEqual(['first']);
    await proxy.cut();
    await notify(other.db, 'lost');
    await proxy.mend();
    await expect.poll(() => heard, { timeout: 5000 }).toContain('missed');
    // Notifications that come before the line is back are missed, too.
    await expect
      .poll(() => notify(other.db, 'last').then(() => heard), { timeout: 5000, interval: 300 })
      .toContain('last');
    expect(heard).not.toContain('lost');
    await other.close();
  }, 15_000);
});

test('a stream of one process is woken by an event that another writes', async () => {
  const fresh = await emptyTestPostgres(server);
  const service = await openTestService();
  const keyStore = environmentKeys([randomBytes(32)]);
  const start = async () => {
    const { db, listen, close } = await openPostgres({ url: fresh.url, ...settings });
    const { masterKey } = await openKeyring({ db, keyStore });
    const base = { ...service.context, db, masterKey, streams: sessionStreams() };
    const context = { ...base, keys: await openServiceKeys(base) };
    const account = await sandbox.openDemoAccount(context);
    await listenForSessionEvents(context, listen);
    return { context, close, shop: await shopOf(context, account.publishableKey) };
  };
  const [near, far] = [await start(), await start()];
  const wallet = await near.shop.openWallet('user');
  const caller = await walletCaller(far.context, wallet.authorization.Authorization ?? '');
  const stream = readEventStream(
    new Response(eventStream(far.context, { caller, network: 'unknown', after: undefined })),
  );
  expect((await stream.next())?.event).toBe('ready');
  const ccToken = await wallet.token('4242424242424242');
  const start3ds = { method: 'SALE_3DS', amount: '10', currency: 'GBP', merchantRef: 'demo', ccToken };
  const { challenge } = await near.shop.bill(start3ds);
  expect((await stream.next())?.event).toBe('3ds_required');
  await completeChallenge(near.context, { challengeId: challenge?.id ?? '', result: 'Y' });
  expect((await stream.next())?.data).toMatchObject({ type: '3ds_result', status: 'SUCCESS' });
  await stream.hangUp();
  await Promise.all([near.close(), far.close()]);
  await fresh.drop();
  await service.close();
});

test('changes of an account at once keep each other', async () => {
  const shop = await openTestShop();
  const { context, accountId } = shop;
  const set = (change: AccountChange) =>
    runLockingTransaction(context, (core) => changeAccount(core, { accountId, change }));
  for (let round = 0; round < 10; round += 1) {
    const [name, origins] = [`Shop ${round}`, [`https://shop-${round}.example`]];
    await Promise.all([set({ name }), set({ origins })]);
    const [account] = await context.db.select().from(accounts).where(eq(accounts.id, accountId));
    expect(account).toMatchObject({ name, origins });
  }
  await shop.close();
});

test('Two works that wait for each other both end, and what each does after its commit happens once', async () => {
  const shop = await openTestShop();
  const { context, accountId } = shop;
  const runs: string[] = [];
  const ends: string[] = [];
  const firstLocks: (() => void)[] = [];
  const bothHold = new Promise<unknown>((resolve) => {
    firstLocks.push(
      () => undefined,
      () => resolve(undefined),
    );
  });
  const lockAccount = (db: Database) =>
    db.update(accounts).set({ name: 'Held' }).where(eq(accounts.id, accountId));
  const lockMerchants = (db: Database) =>
    db.update(merchants).set({ accountId }).where(eq(merchants.accountId, accountId));
  type Lock = typeof lockAccount | typeof lockMerchants;
  const work = (name: string, first: Lock, second: Lock) =>
    runLockingTransaction(context, async (core) => {
      runs.push(name);
      await first(core.db);
      firstLocks.shift()?.();
      await bothHold;
      await second(core.db);
      core.afterCommit(() => ends.push(name));
    });
  await Promise.all([work('one', lockAccount, lockMerchants), work('other', lockMerchants, lockAccount)]);
  // The one that begins again may be back before the other has woken, and both wait once more.
  expect(runs.length).toBeGreaterThan(2);
  expect(ends.toSorted()).toEqual(['one', 'other']);
  await shop.close();
});

describe('revokeUser and', () => {
  const MAX_SESSIONS = 10;

  /** Locks rows until what it returns is called. */
  const holdRows = (db: OpenDatabase['db'], rows: SQL) =>
    new Promise<() => Promise<void>>((resolve, reject) => {
      const holding = db.transaction(async (tx) => {
        await tx.execute(rows);
        await new Promise<void>((release) => {
          resolve(() => {
            release();
            return holding;
          });
        });
      });
      holding.catch(reject);
    });

  test.each([
    ['the exchange of a token', sql`select from wallet_sessions for update`, 'openTab'],
    ['a start at a provider', sql`select from payments for update`, 'start'],
  ] as const)('%s that has begun never wait for each other', async (_what, rows, work) => {
    const shop = await openTestShop();
    const { db } = shop.context;
    const waiting = async () => {
      const blocked = sql`datname = current_database() and wait_event_type = 'Lock'`;
      const [row] = rowsOf(
        await db.execute(sql`select count(*)::int as count from pg_stat_activity where ${blocked}`),
      );
      return row?.['count'];
    };
    const wallet = await shop.openWallet('user');
    for (let tabs = 1; tabs < MAX_SESSIONS; tabs += 1) await wallet.openTab();
    const provider = testProvider(shop);
    const start = (attempt: string) => provider.started(wallet, { attempt });
    await start('attempt-before');
    const release = await holdRows(db, rows);
    const begun = work === 'start' ? start('attempt-after') : wallet.openTab();
    await expect.poll(waiting).toBe(1);
    const revoking = revokeUser(shop.context, { account_id: shop.accountId, user_id: wallet.userId });
    await expect.poll(waiting).toBe(2);
    await release();
    await begun;
    expect(await revoking).toBe(1);
    expect(await db.$count(walletSessions, isNull(walletSessions.endedAt))).toBe(0);
    await shop.close();
  });
});

test('processes that start side by side on an empty database agree on tables, keys and demo account', async () => {
  const fresh = await emptyTestPostgres(server);
  const { context } = await openTestService();
  const keyStore = environmentKeys([randomBytes(32)]);
  const start = async () => {
    const { db, close } = await openPostgres({ url: fresh.url, ...settings });
    const { masterKey } = await openKeyring({ db, keyStore });
    const store = { db, clock: systemClock, masterKey };
    const keys = await openServiceKeys(store);
    const account = await sandbox.openDemoAccount({ ...context, ...store, keys });
    const { kid } = await keys.vault.present(store);
    return { db, close, kids: [kid, keys.accessToken.current().publicJwk.kid, account.id] };
  };
  const processes = await Promise.all(Array.from({ length: 6 }, start));
  const [first] = processes;
  for (const { kids } of processes) expect(kids).toEqual(first?.kids);
  expect(await first?.db.$count(serviceKeys)).toBe(2);
  expect(await first?.db.$count(accounts)).toBe(1);
  expect(await first?.db.$count(merchants, eq(merchants.id, 1001))).toBe(1);
  await Promise.all(processes.map(({ close }) => close()));
  await fresh.drop();
});
