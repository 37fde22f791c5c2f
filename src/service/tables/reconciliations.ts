import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { OUTCOMES, type Reconciliation } from '../../contract/admin/reconciliation.ts';
import { timestamptz } from './columns.ts';

/** The last comparison of an acquirer's report of a day with our operations. */
export const reconciliations = pgTable(
  'reconciliations',
  {
    processor: text('processor').notNull(),
    /** `YYYY-MM-DD`, in UTC. */
    day: text('day').notNull(),
    /** `unread` also while a process compares. */
    outcome: text('outcome', { enum: OUTCOMES }).notNull(),
    differenceCount: integer('difference_count').notNull(),
    reason: text('reason'),
    /** All that is shown of it; null until it was compared. No card number is in it. */
    result: jsonb('result').$type<Reconciliation>(),
    at: timestamptz('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.processor, table.day] }), index().on(table.day)],
);
export type ReconciliationRow = typeof reconciliations.$inferSelect;
