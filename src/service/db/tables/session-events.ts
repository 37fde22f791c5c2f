import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { operations } from './payments.ts';
import { walletSessions } from './sessions.ts';

/**
 * What a wallet session is told, written in the transaction of what it tells; everything it says is read from the
 * challenge. `seq` is drawn under the lock of the session's row: whoever has read one has missed none before it.
 */
export const sessionEvents = pgTable(
  'session_events',
  {
    seq: bigint('seq', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    walletSessionId: text('wallet_session_id')
      .notNull()
      .references(() => walletSessions.id),
    /** The start that the challenge belongs to. */
    operationId: text('operation_id')
      .notNull()
      .references(() => operations.id),
    type: text('type', { enum: ['3ds_required', '3ds_opened', '3ds_result', '3ds_moved'] }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [index().on(table.walletSessionId, table.seq), index().on(table.createdAt)],
);
export type SessionEventRow = typeof sessionEvents.$inferSelect;
