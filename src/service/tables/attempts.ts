import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, timestamptz } from './columns.ts';
import { operations, payments } from './payments.ts';

/**
 * Questions to an acquirer. A row is committed before its question is asked, and says for ever that it may have been: an
 * operation without an end has one that has not ended.
 */
export const attempts = pgTable(
  'attempts',
  {
    /** The acquirer's idempotency key. */
    key: text('key').primaryKey(),
    operationId: text('operation_id')
      .notNull()
      .references(() => operations.id, { onDelete: 'cascade' }),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    /** `complete`: the start goes on once its cardholder has answered. */
    step: text('step', { enum: ['start', 'complete', 'follow-up'] }).notNull(),
    /** Name of the acquirer that was asked. */
    processor: text('processor').notNull(),
    /** Ours, by which the acquirer finds the operation. */
    reference: text('reference').notNull(),
    /** The question, sealed, to be repeated word for word; null once it must not be repeated. */
    sealed: bytes('sealed'),
    /** When the question goes in any case. */
    questionUntil: timestamptz('question_until').notNull().default(sql`now() + interval '15 minutes'`),
    /**
     * `asking`: until `deadline` somebody waits for the answer. `in_doubt`: nobody knows it. `received`: a notification
     * will end the operation.
     */
    state: text('state', { enum: ['asking', 'in_doubt', 'received', 'ended'] }).notNull(),
    deadline: timestamptz('deadline').notNull(),
    tries: integer('tries').notNull().default(1),
    /** When the resolver looks again; before that another process may be at it. */
    nextAt: timestamptz('next_at').notNull(),
    /** The acquirer's name of the operation, once it gave one. */
    processorReference: text('processor_reference'),
    /** Why the answer is not known. */
    doubt: text('doubt'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index().on(table.operationId),
    index().on(table.paymentId),
    // An acquirer's notification names the operation by one of these.
    index().on(table.reference).concurrently(),
    index('attempts_named_there')
      .on(table.processorReference)
      .concurrently()
      .where(sql`${table.processorReference} is not null`),
    index('attempts_open').on(table.nextAt).where(sql`${table.state} <> 'ended'`),
  ],
);
export type AttemptRow = typeof attempts.$inferSelect;
