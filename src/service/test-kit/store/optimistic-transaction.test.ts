import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { Database, TransactionalDatabase } from '../../../store/database.ts';
import { takeAdvisoryLock } from '../../../store/optimistic/advisory-lock.ts';
import { lockingQuery } from '../../../store/optimistic/locking-query.ts';
import { runOptimistically } from '../../../store/optimistic/optimistic-transaction.ts';
import {
  enqueueWrite,
  placeholder,
  readStatement,
  rowPlaceholders,
  rowValues,
  statement,
} from '../../../store/statement.ts';
import { openTestDatabase } from '../test-database.ts';

const things = pgTable('optimistic_things', { id: integer('id').primaryKey(), name: text('name').notNull() });
const owners = pgTable('optimistic_owners', {
  id: integer('id').primaryKey(),
  thingId: integer('thing_id').notNull(),
});
type Thing = typeof things.$inferSelect;

const add = statement<Record<string, unknown>, { id: number }>((db) =>
  db.insert(things).values(rowPlaceholders(things)).returning({ id: things.id }),
);
const find = readStatement<{ id: number }, Thing>((db) =>
  db
    .select()
    .from(things)
    .where(eq(things.id, placeholder('id', things.id))),
);
const lock = lockingQuery<{ id: number }, { thing: Thing }>(
  { of: things, lock: 'update', alsoChecked: [owners] },
  (db, more) =>
    db
      .select({ thing: things, ...more })
      .from(things)
      .innerJoin(owners, eq(owners.thingId, things.id))
      .where(eq(things.id, placeholder('id', things.id))),
);
const thing = (id: number) => rowValues(things, { id, name: 'new' });

const store = await openTestDatabase();
const { db } = store;
await db.execute(sql`create table optimistic_things (id integer primary key, name text not null)`);
await db.execute(sql`create table optimistic_owners (id integer primary key, thing_id integer not null)`);
afterAll(async () => {
  await db.execute(sql`drop table optimistic_things, optimistic_owners`);
  await store.close();
});
beforeEach(async () => {
  await db.delete(things);
  await db.delete(owners);
  await db.insert(things).values({ id: 1, name: 'first' });
  await db.insert(owners).values({ id: 1, thingId: 1 });
});

const ids = async () => (await db.select().from(things).orderBy(things.id)).map(({ id }) => id);
const rename = (of: Database) => of.update(things).set({ name: 'renamed' }).where(eq(things.id, 1));

/** Decides upon the first thing and adds another; `meanwhile` happens between. */
const run = (meanwhile: () => Promise<unknown> = async () => {}) =>
  runOptimistically(db, async (inside) => {
    const [found] = await lock(inside, { id: 1 });
    await meanwhile();
    await enqueueWrite(add, inside, thing(2));
    return found?.thing.name;
  });

describe('runOptimistically', () => {
  test('reads at once and stores at the end, all of it', async () => {
    const outcome = await runOptimistically(db, async (inside) => {
      const found = await find(inside, { id: 1 });
      await enqueueWrite(add, inside, thing(2));
      await enqueueWrite(add, inside, thing(3));
      return found;
    });
    expect(outcome).toEqual({ value: [{ id: 1, name: 'first' }] });
    expect(await ids()).toEqual([1, 2, 3]);
    // The statements are known to the connection now.
    await runOptimistically(db, async (inside) => {
      for (const id of [4, 5]) await enqueueWrite(add, inside, thing(id));
    });
    expect(await ids()).toEqual([1, 2, 3, 4, 5]);
  });

  test('stores nothing where one of its writes is refused, and does not stop others', async () => {
    for (let round = 0; round < 2; round += 1) {
      const outcome = await runOptimistically(db, async (inside) => {
        for (const id of [2, 1, 3]) await enqueueWrite(add, inside, thing(id));
      });
      expect(outcome).toBeUndefined();
      expect(await ids()).toEqual([1]);
    }
    expect(await run()).toEqual({ value: 'first' });
    expect(await ids()).toEqual([1, 2]);
  });

  test.each([
    ['it was changed', () => rename(db)],
    ['it was changed and changed back', () => db.update(things).set({ name: 'first' })],
    ['it was deleted', () => db.delete(things).where(eq(things.id, 1))],
    ['one beside it was changed', () => db.update(owners).set({ thingId: 1 })],
  ])('comes to nothing where a row that it decided upon is another: %s', async (_, change) => {
    const before = await run();
    expect(before).toEqual({ value: 'first' });
    await db.delete(things).where(eq(things.id, 2));
    expect(await run(async () => change())).toBeUndefined();
    expect(await ids()).not.toContain(2);
  });

  test('does not mind that a row was locked or read meanwhile', async () => {
    const looked = () => db.transaction((tx) => tx.select().from(things).for('update'));
    expect(await run(looked)).toEqual({ value: 'first' });
    expect(await ids()).toEqual([1, 2]);
  });

  test.each<[string, (inside: Database) => Promise<unknown>]>([
    ['a query', async (inside) => inside.select().from(things)],
    ['a change', async (inside) => rename(inside)],
    ['a statement whose answer is wanted', (inside) => add(inside, thing(3))],
    ['SQL', async (inside) => inside.execute(sql`delete from optimistic_things`)],
    ['to read what it cannot see yet', (inside) => find(inside, { id: 2 })],
    ['to decide upon it', (inside) => lock(inside, { id: 1 })],
    ['a transaction', (inside) => (inside as TransactionalDatabase).transaction(async (tx) => rename(tx))],
    ['a value that the column refuses', (inside) => enqueueWrite(add, inside, {})],
  ])('comes to nothing where it is asked for more: %s', async (_, ask) => {
    const outcome = await runOptimistically(db, async (inside) => {
      await enqueueWrite(add, inside, thing(2));
      await ask(inside);
    });
    expect(outcome).toBeUndefined();
    expect(await ids()).toEqual([1]);
    expect(await find(db, { id: 1 })).toEqual([{ id: 1, name: 'first' }]);
  });

  test('does not begin inside a transaction', async () => {
    await db.transaction(async (tx) =>
      expect(await runOptimistically(tx, () => add(tx, thing(2)))).toBeUndefined(),
    );
    expect(await ids()).toEqual([1]);
  });
});

/** Holds a transaction open once `work` is done. */
async function holding(work: (tx: Database) => Promise<unknown>) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let done: Promise<void> = Promise.resolve();
  await new Promise<void>((began) => {
    done = db.transaction(async (tx) => {
      await work(tx);
      began();
      await released;
    });
  });
  return {
    end: () => {
      release();
      return done;
    },
  };
}

/** The embedded store has one connection, on which nobody waits for another. */
describe.runIf(inject('postgresUrl') !== undefined)('runOptimistically beside other connections', () => {
  test('waits for who is changing a row that it decided upon, and comes to nothing', async () => {
    const other = await holding(rename);
    const outcome = run();
    await delay(200);
    expect(await ids()).toEqual([1]);
    await other.end();
    expect(await outcome).toBeUndefined();
    expect(await ids()).toEqual([1]);
  });

  test('waits for who has a row locked, and stores', async () => {
    const other = await holding((tx) => tx.select().from(things).for('update'));
    const outcome = run();
    await delay(200);
    expect(await ids()).toEqual([1]);
    await other.end();
    expect(await outcome).toEqual({ value: 'first' });
    expect(await ids()).toEqual([1, 2]);
  });

  test('comes to nothing without a lock that somebody has, or waits for it', async () => {
    const locking = (waits: boolean) =>
      runOptimistically(db, async (inside) => {
        const isTaken = await takeAdvisoryLock(inside, { name: 'a name', waits });
        await enqueueWrite(add, inside, thing(waits ? 3 : 2));
        return isTaken;
      });
    const other = await holding((tx) => takeAdvisoryLock(tx, { name: 'a name', waits: false }));
    expect(await locking(false)).toBeUndefined();
    const waiting = locking(true);
    await delay(200);
    expect(await ids()).toEqual([1]);
    await other.end();
    expect(await waiting).toEqual({ value: true });
    expect(await locking(false)).toEqual({ value: true });
    expect(await ids()).toEqual([1, 2, 3]);
  });
});
