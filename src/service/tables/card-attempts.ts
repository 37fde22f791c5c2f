import { boolean, index, pgTable } from 'drizzle-orm/pg-core';
import { bytes, serial, timestamptz } from './columns.ts';

/** A card entered in a wallet, kept while it counts against its sender. */
export const cardAttempts = pgTable(
  'card_attempts',
  {
    id: serial('id'),
    /** Keyed digest of an account and an address, a wallet session or a card number. An attempt has a row for each. */
    counterKey: bytes('place').notNull(),
    isRefused: boolean('is_refused').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('card_attempts_of_place').on(table.counterKey, table.at), index().on(table.at)],
);
