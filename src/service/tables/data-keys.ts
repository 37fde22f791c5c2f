import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, timestamptz } from './columns.ts';

/** Keys that only the store holds, wrapped by the master key. A rotation of the master key re-wraps these few rows. */
export const dataKeys = pgTable(
  'data_keys',
  {
    /** The id by which envelopes name the key. */
    id: text('id').primaryKey(),
    /** `seal…`, or the purpose of the digests whose pepper it is. */
    purpose: text('purpose').notNull(),
    masterKeyId: text('master_key_id').notNull(),
    wrapped: bytes('wrapped').notNull(),
    /** When a sealing key begins to seal, by the database's own clock, which all processes share. */
    usedFrom: timestamptz('used_from').notNull().default(sql`now()`),
    /** Since when no value is sealed with a former key. */
    emptiedAt: timestamptz('emptied_at'),
  },
  (table) => [
    uniqueIndex('data_keys_pepper_once').on(table.purpose).where(sql`${table.purpose} not like 'seal%'`),
  ],
);
