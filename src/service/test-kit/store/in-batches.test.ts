import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scheduledJobs } from '../../main/scheduled-jobs.ts';
import { rowsOf } from '../test-canary.ts';
import { openTestShop } from '../test-shop.ts';

const ROWS = 1_201;
const shop = await openTestShop();
const { db, clock } = shop.context;
afterAll(shop.close);

/** How many rows each statement changed, by table. */
async function countStatements() {
  await db.execute(sql`create table statements (place serial, changed text, count integer)`);
  await db.execute(sql`create function count_changed() returns trigger language plpgsql as $$ begin
    insert into statements (changed, count) select tg_table_name, count(*) from before having count(*) > 0;
    return null;
  end $$`);
  for (const [table, change] of [
    ['stored_answers', 'delete'],
    ['session_events', 'delete'],
    ['card_attempts', 'delete'],
    ['cards', 'update'],
  ]) {
    await db.execute(
      sql.raw(`create trigger counted after ${change} on ${table} referencing old table as before
        for each statement execute function count_changed()`),
    );
  }
}

beforeAll(async () => {
  const wallet = await shop.openWallet('user');
  const ccToken = await wallet.token('4242424242424242');
  const asking = { method: 'SALE_3DS', amount: '10', currency: 'GBP', merchantRef: 'demo', ccToken };
  const { operation, payment } = await shop.bill(asking);
  shop.advance(3 * 86_400);
  const at = sql`${new Date(clock.now().getTime() - 2 * 86_400_000).toISOString()}::timestamptz`;
  const numbers = sql`generate_series(1, ${ROWS}::integer) as n`;
  await db.execute(sql`delete from session_events`);
  await db.execute(sql`insert into stored_answers (account_id, scope, key, fingerprint, status, body, expires_at)
    select ${shop.accountId}, 'scope', 'key' || n, ''::bytea, 200, '', ${at} from ${numbers}`);
  await db.execute(sql`insert into session_events (wallet_session_id, seq, operation_id, type, created_at)
    select ${wallet.walletSession}, n, ${operation.id}, '3ds_required', ${at} from ${numbers}`);
  await db.execute(
    sql`insert into card_attempts (place, is_refused, at) select ''::bytea, false, ${at} from ${numbers}`,
  );
  for (const [index, status] of ['unlisted', 'removed'].entries()) {
    await db.execute(sql`insert into cards (id, account_id, user_id, status, brand, bin, last4, exp_month, exp_year,
        holder_name, fingerprint, number_ciphertext, wrapped_key, created_at, removed_at)
      select ${index * ROWS}::integer + n, account_id, user_id, ${status}, brand, bin, last4, exp_month, exp_year, holder_name,
        fingerprint, number_ciphertext, wrapped_key, ${at}, ${at}
      from cards, ${numbers} where id = ${payment.cardId}`);
  }
  await countStatements();
});

test('inBatches takes all that is due, no more than 500 rows by one statement', async () => {
  for (const { run } of scheduledJobs) await run(shop.context);
  const counted = rowsOf(await db.execute(sql`select changed, count from statements order by place`));
  const batchesOf = (table: string) =>
    counted.filter(({ changed }) => changed === table).map(({ count }) => count);
  const batches = [500, 500, ROWS - 1_000];
  for (const table of ['stored_answers', 'session_events', 'card_attempts']) {
    expect(batchesOf(table)).toEqual(batches);
  }
  // The card that was copied is over too.
  expect(batchesOf('cards')).toEqual([500, 500, ROWS - 1_000 + 1, ...batches]);
  const unerased = sql`select count(*)::integer as count from cards where wrapped_key is not null`;
  expect(rowsOf(await db.execute(unerased))).toEqual([{ count: 0 }]);
});
