import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, bytes } from './columns.ts';

/** Keys that only the store holds, wrapped by the master key: a rotation of it re-wraps these few rows. */
export const dataKeys = pgTable(
  'data_keys',
  {
    /** What envelopes name it by. */
    id: text('id').primaryKey(),
    /** `seal`, or the digests whose pepper it is. */
    purpose: text('purpose').notNull(),
    masterKeyId: text('master_key_id').notNull(),
    wrapped: bytes('wrapped').notNull(),
    /** A sealing key seals from then on, by the database's own clock, which all processes share. */
    usedFrom: at('used_from').notNull().default(sql`now()`),
    /** Since when nothing hangs on a former sealing key. */
    emptiedAt: at('emptied_at'),
  },
  (table) => [uniqueIndex('data_keys_pepper_once').on(table.purpose).where(sql`${table.purpose} <> 'seal'`)],
);
