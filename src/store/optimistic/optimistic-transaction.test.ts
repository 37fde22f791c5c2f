import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { databaseOn } from '../database-on.ts';
import { type Connection, QueryError } from '../engine.ts';
import { enqueueWrite, statement } from '../statement.ts';
import { StoreError } from '../store-error.ts';
import { runOptimistically } from './optimistic-transaction.ts';

const write = statement<Record<string, unknown>, unknown>((db) => db.select({ one: sql`1` }).from(sql`one`));

/** A store that answers every question, and every order to store something, alike. */
function databaseWith(answer: () => Promise<never>) {
  const nothing = async () => {};
  const connection: Connection = { begin: nothing, query: answer, executeBatch: answer };
  return databaseOn({
    withConnection: (task) => task(connection, nothing),
    withSharedConnection: (task) => task(connection),
    listen: nothing,
    close: nothing,
  }).db;
}

const storing = (error: Error) =>
  runOptimistically(
    databaseWith(() => Promise.reject(error)),
    (inside) => enqueueWrite(write, inside, {}),
  );

test.each(['22012', '23505', '23503', '40P01', '40001'])(
  'runOptimistically comes to nothing where the store refuses with %s',
  async (code) => {
    expect(await storing(new QueryError({ message: 'refused', code }))).toBeUndefined();
  },
);

// The same work done anew could then be done twice.
test.each([
  new StoreError('store_unreachable', 'lost'),
  new StoreError('store_stopped', 'stopped'),
  new QueryError({ message: 'terminated behind the commit', code: '57P01' }),
  new QueryError({ message: 'no room', code: '53100' }),
  new Error('unknown'),
])('runOptimistically raises what leaves open whether it was stored: $message', async (error) => {
  await expect(storing(error)).rejects.toBe(error);
});

test('runOptimistically raises that the store cannot be asked, and tries nothing anew', async () => {
  const unreachable = new StoreError('store_unreachable', 'lost');
  const run = runOptimistically(
    databaseWith(() => Promise.reject(unreachable)),
    async () => {
      throw new Error('wrapped', { cause: unreachable });
    },
  );
  await expect(run).rejects.toMatchObject({ cause: unreachable });
});
