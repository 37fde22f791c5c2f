import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { CallbackInfo } from '../../contract/billing/callback.ts';
import { accountId } from './accounts.ts';
import { bytes, serial, timestamptz } from './columns.ts';
import { operations, payments } from './payments.ts';

/**
 * Who caused a callback. `page`: an unpaid payment that a page started, which any client can cause without cost. All
 * others are the `backend`'s. Rule: callbacks/lanes.
 */
export const LANES = ['backend', 'page'] as const;
export type Lane = (typeof LANES)[number];

/** The outbox: one row per end of an operation that has a callback URL, written in the same commit. */
export const callbacks = pgTable(
  'callbacks',
  {
    /** The `webhook-id` of every attempt. */
    id: text('id').primaryKey(),
    accountId: accountId(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    operationId: text('operation_id')
      .notNull()
      .references(() => operations.id),
    info: text('info').$type<CallbackInfo>().notNull(),
    lane: text('lane', { enum: LANES }).notNull().default('backend'),
    url: text('url').notNull(),
    /** Host and port of `url`: callbacks to one receiver share its slots. */
    receiver: text('receiver').notNull(),
    /**
     * Built once and sent byte for byte. Only the card token is added when sending, because it is never stored in
     * clear.
     */
    body: text('body').notNull(),
    /** `stopped`: the receiver answered 410. */
    status: text('status', { enum: ['waiting', 'sending', 'delivered', 'stopped', 'exhausted'] }).notNull(),
    /** When the next attempt may start. For a row that is `sending`, when its sender is presumed dead. */
    dueAt: timestamptz('due_at').notNull(),
    /** The request whose answer must be written first; null once it has been. */
    answerTo: uuid('answer_to'),
    /** From the answer to the first attempt. */
    delayMs: integer('delay_ms').notNull(),
    /** Attempts of this round that ended; an operator's replay starts a new round. */
    tries: integer('tries').notNull().default(0),
    firstTriedAt: timestamptz('first_tried_at'),
    /** `drops`: attempts still to be lost on purpose. `copies`: copies sent with each attempt (`sandbox_callback`). */
    drops: integer('drops').notNull().default(0),
    copies: integer('copies').notNull().default(0),
    /** The order of a payment's callbacks. */
    seq: integer('place').generatedAlwaysAsIdentity().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    endedAt: timestamptz('ended_at'),
  },
  (table) => [
    index('callbacks_due').on(table.dueAt).where(sql`${table.status} in ('waiting', 'sending')`),
    index('callbacks_due_of_account')
      .on(table.lane, table.accountId, table.dueAt, table.seq)
      .where(sql`${table.status} in ('waiting', 'sending')`),
    // Orders receivers by hash, so that a query may begin anywhere.
    index('callbacks_of_receiver')
      .on(
        table.lane,
        table.accountId,
        sql`hashtext(${table.receiver})`,
        table.receiver,
        table.dueAt,
        table.seq,
      )
      .where(sql`${table.status} in ('waiting', 'sending')`),
    index('callbacks_held').on(table.answerTo).where(sql`${table.answerTo} is not null`),
    index('callbacks_of_payment').on(table.paymentId, table.seq),
    index().on(table.operationId),
    index('callbacks_of_account').on(table.accountId, table.seq),
    index('callbacks_exhausted').on(table.accountId, table.seq).where(sql`${table.status} = 'exhausted'`),
  ],
);
export type CallbackRow = typeof callbacks.$inferSelect;

export const callbackAttempts = pgTable(
  'callback_attempts',
  {
    id: serial('id'),
    callbackId: text('callback_id')
      .notNull()
      .references(() => callbacks.id),
    startedAt: timestamptz('started_at').notNull(),
    endedAt: timestamptz('ended_at').notNull(),
    /** HTTP status; null when there was no answer. */
    answerStatus: integer('answer_status'),
    /** The first 2 KB of the body, raw: to be shown as text only. */
    answerStart: bytes('answer_start'),
    /** Why there was no answer. */
    failure: text('failure'),
  },
  (table) => [index().on(table.callbackId)],
);

/** Receivers that answered that they are overloaded (429, 502, 503, 504), per account. */
export const callbackPauses = pgTable(
  'callback_pauses',
  {
    accountId: accountId(),
    receiver: text('receiver').notNull(),
    until: timestamptz('until').notNull(),
    /** End of the pause of lane `page`; null if it was never paused alone. */
    pageUntil: timestamptz('page_until'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.receiver] })],
);
