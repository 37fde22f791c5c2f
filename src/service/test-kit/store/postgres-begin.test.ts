import { inspect } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { OpenDatabase } from '../../../store/database-on.ts';
import { type FaultProxy, startFaultProxy } from '../../../store/faults/fault-proxy.ts';
import { openPostgres } from '../../../store/postgres/open-postgres.ts';
import { enqueueWrite, placeholder, statement } from '../../../store/statement.ts';
import { emptyTestPostgres } from '../../../store/test-kit/test-postgres.ts';
import { serviceErrorOf } from '../../api/http/service-error-of.ts';
import { errorLogFields } from '../../base/error-log-fields.ts';
import { shippedMigrations } from '../../tables/migrations/shipped-migrations.ts';
import { movedClock } from '../../tables/moved-clock.ts';

const server = inject('postgresUrl') ?? '';
const settings = { connections: 1, durability: 'full', migrations: shippedMigrations() } as const;
const set = statement<{ seconds: number }, { offsetSeconds: number }>((db) =>
  db
    .insert(movedClock)
    .values({ offsetSeconds: placeholder('seconds', movedClock.offsetSeconds) })
    .returning({ offsetSeconds: movedClock.offsetSeconds }),
);
let database: Awaited<ReturnType<typeof emptyTestPostgres>>;
let proxy: FaultProxy;

beforeAll(async () => {
  database = await emptyTestPostgres(server);
  proxy = await startFaultProxy(database.url);
});
afterAll(async () => {
  await proxy.cut();
  await database.drop();
});

const rowCount = (store: OpenDatabase) => store.db.$count(movedClock);

test('a first statement commits nothing where begin fails', async () => {
  const store = await openPostgres({ url: proxy.url, ...settings });
  await set(store.db, { seconds: 0 });
  await store.db.delete(movedClock);
  proxy.tamper((sent) => sent.replace('begin', 'begun'));
  const failing = store.db.transaction((tx) => set(tx, { seconds: 1 }));
  await expect(failing).rejects.toMatchObject({ cause: { code: '42601' } });
  proxy.tamper((sent) => sent);
  expect(await rowCount(store)).toBe(0);
  await store.db.transaction((tx) => set(tx, { seconds: 2 }));
  expect(await rowCount(store)).toBe(1);
  await store.db.delete(movedClock).where(eq(movedClock.offsetSeconds, 2));
  await store.close();
});

test('a connection goes on after statements behind one that failed, and gives none of them to another', async () => {
  const store = await openPostgres({ url: proxy.url, ...settings });
  await set(store.db, { seconds: 1 });
  const failing = store.db.transaction(async (tx) => {
    await Promise.allSettled([set(tx, { seconds: 1 }), set(tx, { seconds: 2 })]);
    await tx.execute(sql`select ${1}::integer`);
  });
  await expect(failing).rejects.toMatchObject({ cause: { code: '25P02' } });
  expect(await rowCount(store)).toBe(1);
  await store.db.delete(movedClock);
  expect(await set(store.db, { seconds: 3 })).toEqual([{ offsetSeconds: 3 }]);
  await store.db.delete(movedClock);
  await store.close();
});

test('statements asked together run in their order also where begin goes ahead of them', async () => {
  const store = await openPostgres({ url: proxy.url, ...settings });
  // Several statements in one text cannot be sent with begin.
  const both = (tx: OpenDatabase['db']) =>
    Promise.all([tx.execute('select 1; select 2'), set(tx, { seconds: 4 }), tx.$count(movedClock)]);
  const [, , count] = await store.db.transaction(both);
  expect(count).toBe(1);
  await store.db.delete(movedClock);
  proxy.tamper((sent) => sent.replace('begin', 'begun'));
  await expect(store.db.transaction(both)).rejects.toMatchObject({ cause: { code: '42601' } });
  proxy.tamper((sent) => sent);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await rowCount(store)).toBe(0);
  await store.close();
});

/** Where pg changes under `begin-with-query.ts`, one of these fails. */
test('a first statement goes with begin in one message, and is undone with its transaction', async () => {
  const store = await openPostgres({ url: proxy.url, ...settings });
  await set(store.db, { seconds: 5 });
  await store.db.delete(movedClock);
  const sent: string[] = [];
  proxy.tamper((bytes) => {
    sent.push(bytes);
    return bytes;
  });
  const failing = store.db.transaction(async (tx) => {
    expect(await set(tx, { seconds: 5 })).toEqual([{ offsetSeconds: 5 }]);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  proxy.tamper((bytes) => bytes);
  expect(sent).toEqual([expect.stringContaining('begin'), expect.stringContaining('rollback')]);
  expect(await rowCount(store)).toBe(0);
  await store.close();
});

test('statements behind a first one whose begin fails commit nothing', async () => {
  const store = await openPostgres({ url: proxy.url, ...settings });
  await set(store.db, { seconds: 0 });
  await store.db.delete(movedClock);
  proxy.tamper((sent) => sent.replace('begin', 'begun'));
  const several = store.db.transaction((tx) =>
    Promise.allSettled([set(tx, { seconds: 1 }), set(tx, { seconds: 2 }), set(tx, { seconds: 3 })]),
  );
  await expect(several).rejects.toMatchObject({ code: '42601' });
  proxy.tamper((sent) => sent);
  expect(await rowCount(store)).toBe(0);
  await store.close();
});

/** Makes commits that insert take so long. */
async function slowCommits(store: OpenDatabase) {
  const half = `'begin perform pg_sleep(0.5); return null; end'`;
  await store.db.execute(sql.raw(`create function wait() returns trigger language plpgsql as ${half}`));
  const when = 'after insert on test_clock deferrable initially deferred for each row';
  await store.db.execute(sql.raw(`create constraint trigger slow ${when} execute function wait()`));
}

test('a commit whose answer is lost is told as unknown, and holds', async () => {
  const store = await openPostgres({ url: proxy.url, ...settings });
  const direct = await openPostgres({ url: database.url, ...settings });
  await slowCommits(direct);
  proxy.tamper((sent) => {
    if (sent.includes('commit')) setTimeout(() => proxy.cut(), 100);
    return sent;
  });
  const lost = store.db.transaction((tx) => enqueueWrite(set, tx, { seconds: 6 }));
  await expect(lost).rejects.toSatisfy((error) => serviceErrorOf(error).code === 'store_unavailable');
  proxy.tamper((sent) => sent);
  await proxy.mend();
  await expect.poll(() => rowCount(direct), { timeout: 5_000 }).toBe(1);
  await direct.db.execute(sql`drop function wait cascade`);
  await direct.db.delete(movedClock);
  await Promise.all([store.close(), direct.close()]);
});

test('a connection whose statements went stale is replaced', async () => {
  const store = await openPostgres({ url: proxy.url, ...settings });
  await set(store.db, { seconds: 8 });
  await store.db.delete(movedClock);
  await store.db.execute(sql`deallocate all`);
  const stale = set(store.db, { seconds: 9 });
  await expect(stale).rejects.toSatisfy((error) => serviceErrorOf(error).code === 'store_unavailable');
  expect(await set(store.db, { seconds: 9 })).toEqual([{ offsetSeconds: 9 }]);
  await store.db.delete(movedClock);
  await store.close();
});

test('no error of the line or of the server quotes a value', async () => {
  const store = await openPostgres({ url: proxy.url, ...settings });
  const canary = 71_307_130;
  await set(store.db, { seconds: canary });
  const refused = await set(store.db, { seconds: canary }).catch((error: unknown) => error);
  proxy.tamper(() => undefined);
  const lost = await set(store.db, { seconds: canary }).catch((error: unknown) => error);
  proxy.tamper((sent) => sent);
  for (const error of [refused, lost]) {
    expect(error).toBeInstanceOf(Error);
    expect(`${inspect(error, { depth: 9 })} ${JSON.stringify(errorLogFields(error))}`).not.toContain(
      `${canary}`,
    );
  }
  await store.db.delete(movedClock);
  await store.close();
});
