import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable } from 'drizzle-orm/pg-core';

/** At most one row: how far the test clock is ahead. */
export const movedClock = pgTable(
  'test_clock',
  {
    id: integer('id').primaryKey().default(1),
    offsetSeconds: bigint('offset_seconds', { mode: 'number' }).notNull(),
  },
  (table) => [check('test_clock_one_row', sql`${table.id} = 1`)],
);
