import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bytes, timestamptz } from './columns.ts';

/** How often a caller did something within ten minutes, stored while it counts against the caller. */
export const storedCounts = pgTable(
  'stored_counts',
  {
    /** Keyed digest of a limit, an account and whom it counts there. */
    counterKey: bytes('counter').notNull(),
    /** When the ten minutes began. */
    since: timestamptz('since').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.counterKey, table.since] }), index().on(table.since)],
);
