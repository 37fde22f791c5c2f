import { eq, sql } from 'drizzle-orm';
import { customType, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { databaseOn, type OpenDatabase } from './database-on.ts';
import { embeddedDatabase } from './embedded/embedded-database.ts';
import { openPgliteInMemory } from './embedded/pglite.ts';
import type { Connection } from './engine.ts';
import { enqueueWrite, placeholder, rowPlaceholders, rowValues, statement } from './statement.ts';

const upper = customType<{ data: string }>({
  dataType: () => 'text',
  toDriver: (value) => value.toUpperCase(),
});
const things = pgTable('things', {
  id: integer('id').primaryKey(),
  name: upper('name').notNull(),
  note: text('note').notNull().default('none'),
  endsAt: timestamp('ends_at', { withTimezone: true, mode: 'date' }),
});
type Thing = typeof things.$inferSelect;

const add = statement<Record<string, unknown>, { id: number }>((db) =>
  db
    .insert(things)
    .values(rowPlaceholders(things, ['note']))
    .returning({ id: things.id }),
);
const find = statement<{ id: number }, Thing>((db) =>
  db
    .select()
    .from(things)
    .where(eq(things.id, placeholder('id', things.id))),
);
const thing = (id: number) => rowValues(things, { id, name: 'a', endsAt: null });
let store: OpenDatabase;

beforeAll(async () => {
  store = embeddedDatabase(await openPgliteInMemory());
  await store.db.execute(
    sql`create table things (id integer primary key, name text not null, note text default 'none', ends_at timestamptz)`,
  );
});
afterAll(() => store.close());
beforeEach(() => store.db.delete(things));

test('statement maps values to columns and back, null too', async () => {
  await add(store.db, rowValues(things, { id: 1, name: 'a', endsAt: new Date(5) }));
  await add(store.db, thing(2));
  expect(await find(store.db, { id: 1 })).toEqual([{ id: 1, name: 'A', note: 'none', endsAt: new Date(5) }]);
  expect(await find(store.db, { id: 2 })).toMatchObject([{ endsAt: null }]);
});

test('statement runs on the transaction that it is given, which may be rolled back', async () => {
  const failing = store.db.transaction(async (tx) => {
    await add(tx, thing(1));
    expect(await find(tx, { id: 1 })).toHaveLength(1);
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await find(store.db, { id: 1 })).toEqual([]);
  const outside = store.db.transaction(() => find(store.db, { id: 1 }));
  await expect(outside).rejects.toMatchObject({ cause: { code: 'query_outside_transaction' } });
});

test('statement never quotes values in an error', async () => {
  await add(store.db, thing(1));
  const error = await add(store.db, { ...thing(1), 'things.name': 'canary' }).catch(String);
  expect(error).not.toMatch(/canary/i);
});

test('enqueueWrite commits what was not waited for', async () => {
  await store.db.transaction(async (tx) => {
    await enqueueWrite(add, tx, thing(1));
    // Behind the write, which has not been answered.
    expect(await find(tx, { id: 1 })).toHaveLength(1);
    await enqueueWrite(add, tx, thing(2));
  });
  expect(await store.db.$count(things)).toBe(2);
});

test('enqueueWrite fails the commit where the write fails, by the write’s own error', async () => {
  const atEnd = store.db.transaction(async (tx) => {
    await add(tx, thing(1));
    await enqueueWrite(add, tx, thing(1));
  });
  await expect(atEnd).rejects.toMatchObject({ cause: { code: '23505' } });
  const before = store.db.transaction(async (tx) => {
    await enqueueWrite(add, tx, thing(1));
    await enqueueWrite(add, tx, thing(1));
    await find(tx, { id: 1 });
  });
  await expect(before).rejects.toMatchObject({ cause: { code: '23505' } });
  expect(await store.db.$count(things)).toBe(0);
});

test('enqueueWrite fails the transaction where the store was not asked, as a value was refused', async () => {
  const failing = store.db.transaction(async (tx) => {
    await enqueueWrite(add, tx, { ...thing(1), 'things.endsAt': new Date(Number.NaN) });
  });
  await expect(failing).rejects.toThrow('Invalid time value');
  const missing = store.db.transaction((tx) => enqueueWrite(add, tx, { 'things.id': 1 }));
  await expect(missing).rejects.toThrow('No value for placeholder');
});

/** A store that never answers, and the texts of its queries. */
function silentStore() {
  const texts: string[] = [];
  const query: Connection['query'] = (text) => {
    texts.push(text);
    return new Promise(() => {});
  };
  const nothing = async () => {};
  const connection: Connection = { begin: nothing, query, executeBatch: nothing };
  const { db } = databaseOn({
    withConnection: (task) => task(connection, () => {}),
    withSharedConnection: (task) => task(connection),
    listen: nothing,
    close: nothing,
  });
  return { db, texts };
}

// Fails once Drizzle no longer asks at once: `enqueueWrite` would then wait for each write.
test('statement asks the store before it returns, and enqueueWrite waits for no answer', async () => {
  const { db, texts } = silentStore();
  const reached = new Promise<string[]>((resolve, reject) => {
    const work = db.transaction(async (tx) => {
      const write = enqueueWrite(add, tx, thing(1));
      resolve([...texts]);
      await write;
    });
    work.catch(reject);
  });
  expect(await reached).toEqual([expect.stringContaining('insert into "things"')]);
  await expect.poll(() => texts.at(-1)).toBe('commit');
});
