import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TransactionalDatabase } from '../../../store/database.ts';
import type { OpenDatabase } from '../../../store/database-on.ts';
import { readTables } from '../../../store/moving/catalogue.ts';
import { moveStore, refuseHalfMoved } from '../../../store/moving/move-store.ts';
import { openTestAdmin, type TestAdmin } from '../test-admin.ts';
import { rowsOf } from '../test-canary.ts';
import { openTestDatabase } from '../test-database.ts';

let admin: TestAdmin;
let to: OpenDatabase;
beforeAll(async () => {
  admin = await openTestAdmin();
  to = await openTestDatabase();
});
afterAll(async () => {
  await admin.close();
  await to.close();
});

/** All rows of all tables, as texts. */
async function dump(db: TransactionalDatabase): Promise<Record<string, string[]>> {
  const texts: Record<string, string[]> = {};
  for (const { name } of await readTables(db)) {
    const rows = await db.execute(sql`select t::text as row from ${sql.raw(name)} t order by 1`);
    texts[name] = rowsOf(rows).map(({ row }) => String(row));
  }
  return texts;
}

/** The store, which fails once it has been asked for so many transactions. */
function failingAfter(db: TransactionalDatabase, transactions: number): TransactionalDatabase {
  let left = transactions;
  return new Proxy(db, {
    get(target, name, receiver) {
      if (name !== 'transaction') return Reflect.get(target, name, receiver);
      return (work: Parameters<TransactionalDatabase['transaction']>[0]) => {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('killed')) : target.transaction(work);
      };
    },
  });
}

test('moveStore moves every row of every table, killed after each of its transactions, and counters go on', async () => {
  const { context } = admin;
  const wallet = await admin.openWallet('user');
  const sale = { amount: '5.00', currency: 'EUR', merchant_id: '1001' };
  for (const method of ['SALE', 'AUTH', 'SALE_3DS'] as const) {
    const ccToken = await wallet.token('4242424242424242', 'keep-on-success');
    await admin.bill({ ...sale, method, ccToken, callback_url: 'http://127.0.0.1:5999/callback' });
  }
  await admin.call('POST', '/api/clock', { advance_seconds: 60 });
  const odd = { text: 'a "b" \\ c,(d)\u2028é', deep: [null, { n: 12345678901234567890n.toString() }] };
  await context.db.execute(sql`update users set metadata = ${JSON.stringify(odd)}::jsonb`);
  const before = await dump(context.db);
  expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(12);
  let kills = 0;
  for (let transactions = 0; ; transactions += 1) {
    const moving = moveStore({ from: context.db, to: failingAfter(to.db, transactions) });
    const failure = await moving.then(() => undefined).catch((error: Error) => error.message);
    if (failure === undefined) break;
    expect(failure).toBe('killed');
    kills += 1;
    if (transactions > 0)
      await expect(refuseHalfMoved(to.db)).rejects.toMatchObject({ code: 'move_unfinished' });
  }
  expect(kills).toBeGreaterThan(12);
  expect(await dump(to.db)).toEqual(before);
  await refuseHalfMoved(to.db);
  const [next] = rowsOf(await to.db.execute(sql`select nextval('card_tokens_id_seq')::int as id`));
  const [largest] = rowsOf(await to.db.execute(sql`select max(id) as id from card_tokens`));
  expect(Number(next?.['id'])).toBe(Number(largest?.['id']) + 1);
  await expect(to.db.execute(sql`delete from users`)).rejects.toThrow();
  await expect(moveStore({ from: context.db, to: to.db })).rejects.toMatchObject({ code: 'store_not_empty' });
});

test('moveStore finds a row that was changed, one that is missing and one too many before it lets the store be opened', async () => {
  const { context } = admin;
  const filled = Object.values(await dump(context.db)).filter((rows) => rows.length > 0).length;
  const changes = [
    sql`update cards set exp_year = exp_year + 1`,
    sql`delete from callbacks`,
    sql`insert into test_clock (id, offset_seconds) values (1, 5) on conflict (id) do update set offset_seconds = 6`,
    sql`insert into stored_counts (counter, since, count) values ('x', now(), 1)`,
  ];
  for (const change of changes) {
    const other = await openTestDatabase();
    // Its beginning and a batch of each table: killed before the first row is looked for.
    const copying = moveStore({ from: context.db, to: failingAfter(other.db, 1 + filled) });
    await expect(copying).rejects.toThrow('killed');
    await other.db.execute(change);
    const moving = moveStore({ from: context.db, to: other.db });
    await expect(moving).rejects.toMatchObject({ code: 'move_differs' });
    await expect(refuseHalfMoved(other.db)).rejects.toMatchObject({ code: 'move_unfinished' });
    // Whole again, for the next test that gets it.
    const names = (await readTables(other.db)).map(({ name }) => name);
    await other.db.execute(sql.raw(`truncate unfinished_move, ${names.join(', ')}`));
    await moveStore({ from: context.db, to: other.db });
    await other.close();
  }
});
