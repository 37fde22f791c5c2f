import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { REVERSALS } from '../../contract/billing/callback.ts';
import { timestamptz } from './columns.ts';
import { operations, payments } from './payments.ts';

/** What became of money after its operation had succeeded. Such an event changes its payment's amounts, never the operation. */
export const reversals = pgTable(
  'reversals',
  {
    /** That of the notification which tells it: each is recorded once. */
    id: text('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** What is reversed: a capture or a refund; of a dispute also the authorisation. */
    operationId: text('operation_id')
      .notNull()
      .references(() => operations.id),
    reversal: text('reversal', { enum: REVERSALS }).notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    /** Its number among the payment's events. */
    log: integer('log').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique().on(table.paymentId, table.log),
    uniqueIndex('reversals_undo_once')
      .on(table.operationId)
      .where(sql`${table.reversal} in ('CAPTURE_REVERSED', 'REFUND_REVERSED')`),
    index().on(table.operationId),
    check('reversals_amount_positive', sql`${table.amount} > 0`),
  ],
);
export type ReversalRow = typeof reversals.$inferSelect;
