import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { operations } from './payments.ts';
import { walletSessions } from './sessions.ts';

/**
 * The events of a wallet session, each written in the transaction that it reports. Its content is read from the
 * challenge. `seq` counts the session's events, under the lock of the session's row: a reader of one has missed none
 * before it.
 */
export const sessionEvents = pgTable(
  'session_events',
  {
    walletSessionId: text('wallet_session_id')
      .notNull()
      .references(() => walletSessions.id),
    seq: integer('seq').notNull(),
    /** The start that the challenge belongs to. */
    operationId: text('operation_id')
      .notNull()
      .references(() => operations.id),
    type: text('type', { enum: ['3ds_required', '3ds_opened', '3ds_result', '3ds_moved'] }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.walletSessionId, table.seq] }),
    index().on(table.createdAt),
    index().on(table.operationId),
  ],
);
export type SessionEventRow = typeof sessionEvents.$inferSelect;
