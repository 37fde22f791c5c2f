import { randomUUID } from 'node:crypto';
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Runtime } from '../base/runtime/runtime.ts';
import { startCallbackWorker } from '../callbacks/callback-worker.ts';
import type { Transaction } from '../payments/model/transaction.ts';
import { bodyToSend, notifyMerchant } from '../payments/notify-merchant.ts';
import { requireTransaction } from '../payments/require-transaction.ts';
import { callbacks } from '../tables/callbacks.ts';
import { operations } from '../tables/payments.ts';
import { rowsOf } from './test-canary.ts';
import type { TestShop } from './test-shop.ts';

type Sale = {
  readonly url: string;
  readonly form?: Record<string, string>;
  readonly metadata?: Record<string, unknown>;
  /** Null: sent at once, because no answer tells the same. */
  readonly answerTo?: string | null;
};

/** For tests: an operation with a callback URL, and its callback. */
export async function billWithCallback(shop: TestShop, sale: Sale): Promise<Transaction> {
  const form = {
    method: 'SALE',
    amount: '10.50',
    currency: 'EUR',
    merchant_id: '1001',
    ccToken: 'tok_sandbox_4242424242424242',
    ...sale.form,
  };
  const { operation } = await shop.bill(form, sale.metadata);
  return shop.context.db.transaction(async (db) => {
    const inside = { ...shop.context, db };
    // A follow-up of a start with a callback URL already has a callback.
    await db.delete(callbacks).where(eq(callbacks.operationId, operation.id));
    await db.update(operations).set({ callbackUrl: sale.url }).where(eq(operations.id, operation.id));
    const transaction = await requireTransaction(inside, operation);
    await notifyMerchant(inside, { transaction, answerTo: sale.answerTo ?? null });
    return transaction;
  });
}

/** Runs only when told, without jitter, in the sandbox's profile. */
export function openTestWorker(
  shop: TestShop,
  options: Partial<Parameters<typeof startCallbackWorker>[1]> = {},
) {
  return startCallbackWorker(shop.context, {
    profile: 'sandbox',
    bodyToSend,
    pollMs: null,
    random: () => 0.5,
    ...options,
  });
}

export async function callbackOf(shop: TestShop, { operation }: Transaction) {
  const [row] = await shop.context.db.select().from(callbacks).where(eq(callbacks.operationId, operation.id));
  if (!row) throw new Error('no callback');
  return row;
}

export const newRequestId = () => randomUUID();

/** Rows of some tables that `task` reads, by index or without. */
export async function rowsRead(
  { context }: Pick<TestShop, 'context'>,
  task: (inside: Runtime) => Promise<unknown>,
  tables = ['callbacks'],
): Promise<number> {
  return context.db.transaction(async (db) => {
    const read = sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as count
      from pg_stat_xact_user_tables where relname in ${tables}`;
    const count = async () => Number(rowsOf(await db.execute(read))[0]?.['count']);
    const before = await count();
    await task({ ...context, db });
    return (await count()) - before;
  });
}

/** Changes by column, each in terms of `n`: the number of a copy, from 1. */
type Changes = Readonly<Record<string, SQL>>;

/** Copies of one callback, in one statement. */
export async function copyCallback(
  { context }: TestShop,
  id: string,
  { count, changes }: { readonly count: number; readonly changes: Changes },
) {
  const names = Object.values(getTableColumns(callbacks))
    .map(({ name }) => name)
    .filter((name) => name !== 'place');
  const values = names.map((name) => changes[name] ?? sql`original.${sql.identifier(name)}`);
  const columns = names.map((name) => sql.identifier(name));
  await context.db.execute(sql`insert into callbacks (${sql.join(columns, sql`, `)})
    select ${sql.join(values, sql`, `)} from callbacks as original, generate_series(1, ${count}::integer) as n
    where original.id = ${id}`);
  await context.db.execute(sql`analyze callbacks`);
}
