import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { serial, timestamptz } from './columns.ts';
import { operations, payments } from './payments.ts';

/** When money that an operation moved settles. Only the clock decides that, so the operation itself never changes. */
export const settlements = pgTable('settlements', {
  operationId: text('operation_id')
    .primaryKey()
    .references(() => operations.id),
  settlesAt: timestamptz('settles_at').notNull(),
});

/** What will happen to a payment by itself. What does it, or makes it needless, deletes the row with the same commit. */
export const timers = pgTable(
  'timers',
  {
    id: serial('id'),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    operationId: text('operation_id')
      .notNull()
      .references(() => operations.id),
    kind: text('kind', {
      enum: [
        'finish-operation',
        'expire-authorisation',
        'answer-challenge',
        'expire-challenge',
        'expire-provider-payment',
      ],
    }).notNull(),
    /** The return code an operation finishes with, or the answer a challenge gets. */
    outcome: text('outcome'),
    dueAt: timestamptz('due_at').notNull(),
  },
  (table) => [
    index('timers_due').on(table.dueAt),
    index().on(table.operationId),
    index('timers_of_payment').on(table.paymentId, table.dueAt),
  ],
);
export type TimerRow = typeof timers.$inferSelect;
