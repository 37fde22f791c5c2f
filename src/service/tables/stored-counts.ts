import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bytes, timestamptz } from './columns.ts';

/** How often something was done within ten minutes, kept while it counts against whoever did it. */
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
