import { integer, jsonb, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import type { VaultRefusal } from '../../contract/admin/vault.ts';
import { accountId } from './accounts.ts';
import { bytes, timestamptz } from './columns.ts';

/** How far files of cards have been imported. A row changes in the commit that adds its cards, so none is lost or doubled. */
export const vaultImports = pgTable(
  'vault_imports',
  {
    accountId: accountId(),
    /** The file's own id. */
    file: uuid('file').notNull(),
    /** The line that comes next, counted from 1. */
    nextLine: integer('next_line').notNull(),
    /** SHA-256 of the line before it. */
    lastDigest: bytes('last_digest').notNull(),
    added: integer('added').notNull().default(0),
    kept: integer('kept').notNull().default(0),
    refused: integer('refused').notNull().default(0),
    /** The first of those that were refused. */
    refusals: jsonb('refusals').$type<readonly VaultRefusal[]>().notNull().default([]),
    begunAt: timestamptz('begun_at').notNull(),
    /** Null until its last line has come. */
    finishedAt: timestamptz('finished_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.file] })],
);
export type VaultImportRow = typeof vaultImports.$inferSelect;
