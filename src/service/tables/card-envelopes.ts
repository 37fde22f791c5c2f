import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/** Encrypted cards that were taken, kept while they could be sent again. */
export const cardEnvelopes = pgTable(
  'card_envelopes',
  {
    /** Random, from inside the envelope. */
    id: text('id').primaryKey(),
    takenAt: timestamptz('taken_at').notNull(),
  },
  (table) => [index().on(table.takenAt)],
);
