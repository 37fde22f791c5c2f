import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { MethodCode } from '../../contract/cards/method-codes.ts';
import { accountId } from './accounts.ts';
import { bytes, randomIdColumn, serial, timestamptz } from './columns.ts';
import { userId } from './sessions.ts';

export const cards = pgTable(
  'cards',
  {
    id: randomIdColumn('id'),
    accountId: accountId(),
    userId: userId(),
    /**
     * `listed` is shown to the user. `unlisted` waits for a successful billing, or is never shown (guests, sandbox
     * tokens). `replaced` was listed until a card that looks the same took its place, and follows that card. `removed` can
     * be restored for a while; then its number is erased.
     */
    status: text('status', { enum: ['unlisted', 'listed', 'replaced', 'removed'] }).notNull(),
    /** The id that users and merchants know it by, taken over from the card that it replaced in the list; null: its own. */
    publicId: integer('known_as'),
    brand: text('brand').$type<MethodCode>().notNull(),
    bin: text('bin').notNull(),
    last4: text('last4').notNull(),
    /** 1 to 12. */
    expMonth: integer('exp_month').notNull(),
    expYear: integer('exp_year').notNull(),
    holderName: text('holder_name').notNull(),
    /** Keyed digest of the number. Only sandbox tokens are found by it, and network tokens made from it: else it would reveal equal numbers. */
    numberDigest: bytes('fingerprint').notNull(),
    /** AES-256-GCM under a key of its own; null once erased. */
    numberCiphertext: bytes('number_ciphertext'),
    /** That key, wrapped by the master key. */
    wrappedKey: bytes('wrapped_key'),
    /** Kept by a removed card, in case it is restored. */
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
    /** Its place in the list; null once another card took that place. */
    listedAt: timestamptz('listed_at'),
    removedAt: timestamptz('removed_at'),
  },
  (table) => [
    index().on(table.userId, table.status),
    index().on(table.userId, table.numberDigest),
    uniqueIndex('cards_listed_once')
      .on(table.userId, table.brand, table.bin, table.last4)
      .where(sql`${table.status} = 'listed'`),
    uniqueIndex('cards_default_once')
      .on(table.userId)
      .where(sql`${table.isDefault} and ${table.status} = 'listed'`),
    index('cards_to_erase')
      .on(table.createdAt)
      .where(sql`${table.status} in ('unlisted', 'replaced') and ${table.numberCiphertext} is not null`),
    index('cards_removed_to_erase')
      .on(table.removedAt)
      .where(sql`${table.status} = 'removed' and ${table.numberCiphertext} is not null`),
  ],
);
export type CardRow = typeof cards.$inferSelect;

/**
 * A card with its owner's name, by the merchant's own id for the user. The seal covers both: a user's number alone would
 * follow if somebody changed the name in that user's row.
 */
export type OwnedCard = CardRow & { readonly owner: string };

export function cardId() {
  return integer('card_id')
    .notNull()
    .references(() => cards.id);
}

/** A card entered in a wallet, stored while it counts against its sender. */
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

/** Ids of encrypted cards that were opened for an entry, refused ones too, stored while they could be sent again. */
export const cardEnvelopes = pgTable(
  'card_envelopes',
  {
    /** Random, from inside the envelope. */
    id: text('id').primaryKey(),
    takenAt: timestamptz('taken_at').notNull(),
  },
  (table) => [index().on(table.takenAt)],
);
