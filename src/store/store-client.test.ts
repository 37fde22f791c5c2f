import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { singleConnectionPool } from './embedded/embedded-database.ts';
import { openPgliteInMemory } from './embedded/pglite.ts';
import type { Engine } from './engine.ts';
import { idleLimit } from './idle-limit.ts';
import { type StoreClient, storeClient } from './store-client.ts';

let engine: Engine;
let client: StoreClient;
const rowMode = { rowMode: 'array' } as const;
const insert = (on: Pick<StoreClient, 'query'>, id: number) =>
  on.query('insert into numbers values ($1)', [id], rowMode);

beforeAll(async () => {
  engine = await openPgliteInMemory();
  client = storeClient(singleConnectionPool(engine), 300);
});
afterAll(() => client.close());
beforeEach(async () => {
  await client.query('drop table if exists numbers', [], rowMode);
  await client.query('create table numbers (id integer primary key)', [], rowMode);
});

async function storedRows() {
  const { rows } = await client.query('select id from numbers order by id', [], rowMode);
  return rows;
}

describe('storeClient', () => {
  test('keeps other queries out of an open transaction', async () => {
    const order: string[] = [];
    const transaction = client.transaction(async (tx) => {
      await insert(tx, 1);
      await new Promise((resolve) => setTimeout(resolve, 30));
      order.push('transaction');
    });
    const query = insert(client, 2).then(() => order.push('query'));
    await Promise.all([transaction, query]);
    expect(order).toEqual(['transaction', 'query']);
    expect(await storedRows()).toEqual([[1], [2]]);
  });

  test('refuses the shared connection to the owner of a transaction, who would wait for itself', async () => {
    const query = client.transaction(() => client.query('select 1', [], rowMode));
    await expect(query).rejects.toMatchObject({ code: 'query_outside_transaction' });
    const nested = client.transaction(() => client.transaction(async () => {}));
    await expect(nested).rejects.toMatchObject({ code: 'query_outside_transaction' });
  });

  test('stores nothing of a transaction that throws, and goes on', async () => {
    const failing = client.transaction(async (tx) => {
      await insert(tx, 1);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await storedRows()).toEqual([]);
  });

  test('does not report a commit that PostgreSQL turned into a rollback', async () => {
    const swallowing = client.transaction(async (tx) => {
      await insert(tx, 1);
      await insert(tx, 1).catch(() => {});
    });
    await expect(swallowing).rejects.toMatchObject({ code: 'transaction_aborted' });
    expect(await storedRows()).toEqual([]);
  });

  test('rolls back a transaction that idles, and lets it query no more', async () => {
    let late: Promise<unknown> | undefined;
    const waiting = client.transaction(async (tx) => {
      await insert(tx, 1);
      await new Promise((resolve) => setTimeout(resolve, 600));
      late = insert(tx, 2);
      await late;
    });
    await expect(waiting).rejects.toMatchObject({ code: 'transaction_timeout' });
    expect(await storedRows()).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 400));
    await expect(late).rejects.toMatchObject({ code: 'transaction_aborted' });
  });

  test('lets a transaction work for longer than it may idle', async () => {
    await client.transaction(async (tx) => {
      for (let id = 0; id < 5; id += 1) {
        await insert(tx, id);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    });
    expect(await storedRows()).toHaveLength(5);
  });
});

describe('idleLimit', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('leaves no timer behind where a task settles after the work', async () => {
    const limit = idleLimit(10_000);
    let answer = () => {};
    let task: Promise<void> | undefined;
    const work = async () => {
      task = limit.busy(() => new Promise((resolve) => (answer = resolve)));
    };
    await limit.watch(work(), () => new Error('idle'));
    answer();
    await task;
    expect(vi.getTimerCount()).toBe(0);
  });
});
