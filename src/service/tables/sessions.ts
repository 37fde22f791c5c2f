import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { View } from '../../contract/forms/settings.ts';
import { accountId, merchants } from './accounts.ts';
import { bytes, randomIdColumn, serial, timestamptz } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: randomIdColumn('id'),
    accountId: accountId(),
    /** Null for guests. */
    externalId: text('external_id'),
    isGuest: boolean('is_guest').notNull(),
    /** Whether it is the one user of an account that its sandbox tokens belong to. */
    isSandbox: boolean('is_sandbox').notNull().default(false),
    /** Whether it is an expired guest with lasting payments, whom retention need not read again. */
    isKept: boolean('is_kept').notNull().default(false),
    metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique().on(table.accountId, table.externalId),
    index('users_to_prune').on(table.createdAt).where(sql`${table.isGuest} and not ${table.isKept}`),
    uniqueIndex('users_one_sandbox').on(table.accountId).where(sql`${table.isSandbox}`),
  ],
);

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: serial('id'),
    /** SHA-256 of the token; the token itself is shown once and stored nowhere. */
    digest: bytes('digest').notNull().unique(),
    accountId: accountId(),
    userId: userId(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** The one view it opens; null: both. */
    view: text('view').$type<View>(),
    /** The one merchant whose payments and cards its sessions begin; null: each that pages may name. */
    merchantId: integer('merchant_id').references(() => merchants.id),
    /** Keyed digest of its owner and of what it opens; null in rows of earlier versions. */
    seal: bytes('seal'),
    /** When it was revoked. The unspent card tokens of its sessions ended with it. */
    revokedAt: timestamptz('revoked_at'),
    /** When its user was ended. The lasting card tokens ended too. */
    userEndedAt: timestamptz('user_ended_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index().on(table.userId)],
);

/** One row per access token of the login endpoint. A deleted row ends its token. */
export const loginSessions = pgTable(
  'login_sessions',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    expiresAt: timestamptz('expires_at').notNull(),
  },
  (table) => [index().on(table.userId, table.expiresAt)],
);

export const walletSessions = pgTable(
  'wallet_sessions',
  {
    id: text('id').primaryKey(),
    refreshTokenId: integer('refresh_token_id')
      .notNull()
      .references(() => refreshTokens.id),
    accountId: accountId(),
    userId: userId(),
    /** The shop page's origin. */
    origin: text('origin').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    lastSeenAt: timestamptz('last_seen_at').notNull(),
    /** Until when the page counts as listening for its events. */
    listeningUntil: timestamptz('listening_until'),
    /** The process that the page last came to, to hear its events. */
    listener: text('listener'),
    endedAt: timestamptz('ended_at'),
    /** Number of its newest event, even if that is no longer stored; 0 before the first. */
    lastSeq: integer('last_seq').notNull().default(0),
  },
  (table) => [index().on(table.refreshTokenId, table.lastSeenAt), index().on(table.userId)],
);

export function userId() {
  return integer('user_id')
    .notNull()
    .references(() => users.id);
}
