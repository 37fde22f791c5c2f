import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { accountId } from './accounts.ts';
import { bytes, timestamptz } from './columns.ts';

/**
 * Answers by the name that their request gave itself. The name is written in the commit that claims a question, the
 * answer in the commit that it reports.
 */
export const storedAnswers = pgTable(
  'stored_answers',
  {
    accountId: accountId(),
    /** The endpoint's path for an `Idempotency-Key`, `transactionID` for a start's own id. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    /** Digest of the parameters. */
    requestDigest: bytes('fingerprint').notNull(),
    /** 0 until there is an answer. */
    status: integer('status').notNull(),
    /** The operation that has no answer yet; null once there is one. */
    operationId: text('operation_id'),
    /** The body, sealed; null once it has ended. */
    sealed: bytes('sealed'),
    /** Null where the answer lasts as long as its name. */
    bodyExpiresAt: timestamptz('body_expires_at'),
    /** In clear, in rows of a version before it was sealed; null in all others. */
    body: text('body'),
    /** When the name ends. Null: it stays for ever. */
    expiresAt: timestamptz('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.scope, table.key] }),
    index().on(table.expiresAt),
    index('stored_answers_claims').on(table.operationId).where(sql`${table.operationId} is not null`),
    index('stored_answers_bodies').on(table.bodyExpiresAt).where(sql`${table.sealed} is not null`),
  ],
);
