import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../../../store/database.ts';
import { callbacks } from '../../tables/callbacks.ts';
import { operations, payments } from '../../tables/payments.ts';
import { storedAnswers } from '../../tables/stored-answers.ts';
import { settlements } from '../../tables/timers.ts';

/** Numbers of the copies, both included. */
type CopyRange = { readonly from: number; readonly to: number };

const paymentId = sql`md5('p' || n)::uuid`;
const operationId = sql`'op' || n`;
/** Identities that the service itself gave are smaller. */
const place = sql`n + 9999`;

/** What differs from the first payment, by column. */
const copies: readonly { readonly table: PgTable; readonly changes: Readonly<Record<string, SQL>> }[] = [
  { table: payments, changes: { id: paymentId } },
  {
    table: operations,
    changes: { id: operationId, payment_id: paymentId, transaction_id: sql`'txn' || n`, place },
  },
  { table: settlements, changes: { operation_id: operationId } },
  { table: storedAnswers, changes: { key: sql`'txn' || n` } },
  {
    table: callbacks,
    changes: {
      id: sql`'msg' || n`,
      payment_id: paymentId,
      operation_id: operationId,
      place,
      status: sql`'delivered'`,
      answer_to: sql`null`,
      ended_at: sql`first.created_at`,
    },
  },
];

/** For tests and the bench: copies the only payment's rows, all of it long over. */
export async function copyPayments(db: Database, { from, to }: CopyRange): Promise<void> {
  for (const { table, changes } of copies) {
    const names = Object.values(getTableColumns(table)).map(({ name }) => name);
    const columns = sql.join(
      names.map((name) => sql.identifier(name)),
      sql`, `,
    );
    const values = sql.join(
      names.map((name) => changes[name] ?? sql`first.${sql.identifier(name)}`),
      sql`, `,
    );
    const first = sql`(select * from ${sql.identifier(getTableName(table))} limit 1) as first`;
    const numbers = sql`generate_series(${from}::integer, ${to}::integer) as n`;
    await db.execute(
      sql`insert into ${table} (${columns}) overriding system value select ${values} from ${first}, ${numbers}`,
    );
  }
}
