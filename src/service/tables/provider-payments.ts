import { bigint, boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import type { Currency } from '../../contract/billing/billing.ts';
import type { OpeningMode } from '../../contract/billing/instant-api.ts';
import type { Provider, ProviderUse } from '../../contract/forms/provider-names.ts';
import { accountId, merchants } from './accounts.ts';
import { bytes, timestamptz } from './columns.ts';
import { cardTokens, operations } from './payments.ts';
import { userId, walletSessions } from './sessions.ts';

/** A request to a provider. It is changed only by an update that finds it OPEN, so the first end counts. */
export const providerPayments = pgTable(
  'provider_payments',
  {
    /** 32 hex digits: its id at provider and service, and the capability of its return address. */
    id: text('id').primaryKey(),
    accountId: accountId(),
    merchantId: integer('merchant_id')
      .notNull()
      .references(() => merchants.id),
    userId: userId(),
    walletSessionId: text('wallet_session_id')
      .notNull()
      .references(() => walletSessions.id),
    /** The frame's own name for it. */
    attempt: text('attempt').notNull(),
    /** Digest of the parameters that it was started with. */
    attemptDigest: bytes('fingerprint').notNull(),
    method: text('method').$type<Provider>().notNull(),
    use: text('use').$type<ProviderUse>().notNull(),
    opens: text('opens').$type<OpeningMode>().notNull(),
    /** Minor units. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    returnUrl: text('return_url'),
    /** The wallet's language at the latest start: a tag that has texts. */
    locale: text('locale').notNull().default('en'),
    status: text('status', { enum: ['OPEN', 'APPROVED', 'REFUSED', 'CANCELLED', 'TIMED_OUT'] }).notNull(),
    /** The sale it is recorded as; null for an alternative payment. */
    operationId: text('operation_id')
      .unique()
      .references(() => operations.id),
    /** The token of an alternative payment that was approved; null again once the token ended unspent. */
    tokenId: integer('token_id').references(() => cardTokens.id, { onDelete: 'set null' }),
    listOnSuccess: boolean('list_on_success').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    endedAt: timestamptz('ended_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique().on(table.userId, table.attempt),
    index('provider_payments_open').on(table.userId, table.status),
    index().on(table.tokenId),
    index().on(table.walletSessionId),
  ],
);
export type ProviderPaymentRow = typeof providerPayments.$inferSelect;
