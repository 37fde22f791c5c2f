import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, timestamptz } from './columns.ts';

/** What acquirers have told by themselves, each event once. Their messages are answered once their events stand here. */
export const acquirerNotifications = pgTable(
  'acquirer_notifications',
  {
    /** Name of the acquirer, and the event's own id there. */
    id: text('id').primaryKey(),
    processor: text('processor').notNull(),
    /** The message as it came, sealed. */
    sealed: bytes('sealed').notNull(),
    merchantAccount: text('merchant_account').notNull(),
    /** The acquirer's name of the event. */
    event: text('event').notNull(),
    /**
     * `new`: it waits to be applied. `applied`: its operation has the end or reversal that it tells, or an earlier one. `kept`: it is for
     * a person to look at, and changes nothing.
     */
    state: text('state', { enum: ['new', 'applied', 'kept'] }).notNull(),
    /** Why it is kept. */
    reason: text('reason'),
    operationId: text('operation_id'),
    receivedAt: timestamptz('received_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** When it is tried next; a try that fails waits longer each time. */
    nextAt: timestamptz('next_at').notNull(),
  },
  (table) => [
    index('acquirer_notifications_new').on(table.nextAt).where(sql`${table.state} = 'new'`),
    index('acquirer_notifications_kept').on(table.receivedAt).where(sql`${table.state} = 'kept'`),
  ],
);
export type NotificationRow = typeof acquirerNotifications.$inferSelect;
