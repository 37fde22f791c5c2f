import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { accountId } from './accounts.ts';
import { bytes, timestamptz } from './columns.ts';

/** Finished answers, by the name that their request gave itself. An answer is written in the commit that it tells of. */
export const storedAnswers = pgTable(
  'stored_answers',
  {
    accountId: accountId(),
    /** The endpoint's path for an `Idempotency-Key`, `transactionID` for a start's own id. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    /** Digest of the parameters. */
    fingerprint: bytes('fingerprint').notNull(),
    status: integer('status').notNull(),
    body: text('body').notNull(),
    /** Null: kept for ever. */
    expiresAt: timestamptz('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.scope, table.key] }),
    index().on(table.expiresAt),
  ],
);
