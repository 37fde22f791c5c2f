import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/** Violations on pages of the service, as browsers report them, counted by kind. Nothing else of a report is stored. */
export const policyReports = pgTable(
  'policy_reports',
  {
    page: text('page').notNull(),
    directive: text('directive').notNull(),
    /** A word such as `inline`, or an origin; never a whole address. */
    blocked: text('blocked').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
    firstAt: timestamptz('first_at').notNull(),
    lastAt: timestamptz('last_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.page, table.directive, table.blocked] })],
);
