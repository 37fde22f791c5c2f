import { pgTable, text } from 'drizzle-orm/pg-core';
import { accountId } from './accounts.ts';
import { bytes, timestamptz } from './columns.ts';

/** The processors that accounts have configured, beside the sandbox. */
export const processors = pgTable('processors', {
  /** The one name of all accounts: payments, attempts and the address of its notifications name it. */
  name: text('name').primaryKey(),
  accountId: accountId(),
  /** All of its configuration, sealed. */
  sealed: bytes('sealed').notNull(),
  changedAt: timestamptz('changed_at').notNull(),
});
export type ProcessorRow = typeof processors.$inferSelect;
