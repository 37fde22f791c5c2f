import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import type { BillingMethod, Currency } from '../../contract/billing/billing.ts';
import { SANDBOX_PROCESSOR } from '../../contract/billing/processor-name.ts';
import { TRANS_STATUSES } from '../../contract/billing/trans-status.ts';
import type { MethodCode } from '../../contract/cards/method-codes.ts';
import type { DeclineCode } from '../../contract/errors/errors.ts';
import { accountId, merchants } from './accounts.ts';
import { cardId } from './cards.ts';
import { bytes, minorUnits, serial, timestamptz } from './columns.ts';
import { userId, walletSessions } from './sessions.ts';

/** Aliases of cards, handed out as `cc_token`; a fresh one for every hand-over. */
export const cardTokens = pgTable(
  'card_tokens',
  {
    id: serial('id'),
    /** Keyed digest that a token is found by. */
    digest: bytes('digest').notNull().unique(),
    /** The token, sealed, for the records that show it. */
    sealed: bytes('sealed').notNull(),
    accountId: accountId(),
    userId: userId(),
    cardId: cardId(),
    /** The network that the shopper chose; the card may be changed later. */
    brand: text('brand').$type<MethodCode>().notNull(),
    /** Null for sandbox tokens: there is no wallet to notify. */
    walletSessionId: text('wallet_session_id').references(() => walletSessions.id),
    isSingleUse: boolean('is_single_use').notNull(),
    isShortLive: boolean('is_short_live').notNull(),
    /** Whether a successful billing saves the card, and makes the token last as long as the card. */
    keepOnSuccess: boolean('keep_on_success').notNull().default(false),
    /** Null: the token lasts as long as the card. */
    expiresAt: timestamptz('expires_at'),
    /** The one merchant that it may be billed at; null: any of the account's, as for a token that lasts. */
    merchantId: integer('merchant_id').references(() => merchants.id),
    /** The most that it may be billed for, minor units, as its shopper approved at a provider; null: no such bound. */
    approvedAmount: bigint('approved_amount', { mode: 'number' }),
    /** The currency of that amount. */
    approvedCurrency: text('approved_currency').$type<Currency>(),
    /** The operation that used up a single-use token. */
    consumedBy: text('consumed_by').references((): AnyPgColumn => operations.id),
    /** Whether its first billing named its user. Every later one then has to, too. */
    requiresUser: boolean('is_named').notNull().default(false),
    /** Whether its `encrypted_cvv` was billed with. */
    isCvvUsed: boolean('is_cvv_used').notNull().default(false),
    /** The security code that was entered, sealed, for the first authorisation alone; null after it, and after a quarter of an hour. */
    code: bytes('code'),
    /** The browser that it was made in, sealed, for 3-D Secure; null once it was used. */
    browser: bytes('browser'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index().on(table.cardId),
    index().on(table.userId),
    index('card_tokens_of_session')
      .on(table.walletSessionId)
      .where(sql`${table.walletSessionId} is not null`),
    index('card_tokens_consumed').on(table.consumedBy).where(sql`${table.consumedBy} is not null`),
    index('card_tokens_unspent')
      .on(table.walletSessionId, table.id)
      .where(sql`${table.isSingleUse} and ${table.consumedBy} is null`),
    index('card_tokens_with_code').on(table.createdAt).where(sql`${table.code} is not null`),
    index('card_tokens_to_prune')
      .on(table.expiresAt)
      .where(sql`${table.isSingleUse} and ${table.consumedBy} is null`),
  ],
);
export type CardTokenRow = typeof cardTokens.$inferSelect;

/** The family of operations on one authorisation or sale. */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    accountId: accountId(),
    merchantId: integer('merchant_id')
      .notNull()
      .references(() => merchants.id),
    userId: userId(),
    cardId: cardId(),
    tokenId: integer('token_id')
      .notNull()
      .references(() => cardTokens.id),
    orderId: text('order_id').notNull(),
    /** `page`: an instant payment. */
    startedBy: text('started_by', { enum: ['backend', 'page'] })
      .notNull()
      .default('backend'),
    /** Whether it is a guest's and its id does not come from a backend. It is deleted if it fails. Rule: retention/payments. */
    isAnonymous: boolean('is_anonymous').notNull().default(false),
    currency: text('currency').$type<Currency>().notNull(),
    failed: boolean('failed').notNull().default(false),
    /** The result of 3-D Secure: EMV's letter, or how the challenge ended without one; null without 3DS. */
    authentication: text('authentication', {
      enum: ['PENDING', ...TRANS_STATUSES, 'CANCELLED', 'VOIDED', 'TIMED_OUT'],
    }),
    /** Whether it is an instant payment that the shopper has not finished at its provider: its amounts are still 0. */
    awaitsProvider: boolean('awaits_provider').notNull().default(false),
    authorised: minorUnits('authorised'),
    captured: minorUnits('captured'),
    capturePending: minorUnits('capture_pending'),
    refunded: minorUnits('refunded'),
    refundPending: minorUnits('refund_pending'),
    chargedBack: minorUnits('charged_back'),
    closed: minorUnits('closed'),
    /** What closed an amount last. `FAILURE`: a capture did not last. */
    closedBy: text('closed_by', { enum: ['VOID', 'CLOCK', 'FAILURE'] }),
    /** Captures after this are refused; null for a SALE. */
    authorisationExpiresAt: timestamptz('authorisation_expires_at'),
    externalToken: text('external_token').notNull(),
    /** The processor that has it, which its follow-ups go to: `sandbox`, or the name of a configuration. */
    processor: text('processor').notNull().default(SANDBOX_PROCESSOR),
    /** Keyed digest of its owner and of what it bills; null in rows of earlier versions. */
    seal: bytes('seal'),
    /** The `log` of its latest event. */
    lastLog: integer('last_log').notNull().default(1),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index().on(table.accountId, table.orderId),
    index().on(table.tokenId),
    index().on(table.userId),
    index().on(table.cardId),
    index('payments_to_prune').on(table.createdAt).where(sql`${table.failed} and ${table.isAnonymous}`),
    check(
      'payments_capture_bound',
      sql`${table.captured} + ${table.capturePending} + ${table.closed} <= ${table.authorised}`,
    ),
    check('payments_refund_bound', sql`${table.refunded} + ${table.refundPending} <= ${table.captured}`),
    check('payments_chargeback_bound', sql`${table.chargedBack} <= ${table.captured}`),
    check(
      'payments_not_negative',
      sql`least(${table.authorised}, ${table.captured}, ${table.capturePending}, ${table.refunded}, ${table.refundPending}, ${table.chargedBack}, ${table.closed}) >= 0`,
    ),
  ],
);
export type PaymentRow = typeof payments.$inferSelect;

/** One billing call. It is PENDING until it ends, and never changes after that. */
export const operations = pgTable(
  'operations',
  {
    /** ULID. */
    id: text('id').primaryKey(),
    accountId: accountId(),
    transactionId: text('transaction_id').notNull(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    method: text('method').$type<BillingMethod>().notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    status: text('status', { enum: ['PENDING', 'SUCCESS', 'FAILURE'] }).notNull(),
    /** ISO 8583 response code: `00` approved. */
    returnCode: text('return_code').notNull(),
    declineCode: text('decline_code').$type<DeclineCode>(),
    authcode: text('authcode').notNull(),
    refTransactionId: text('ref_transaction_id').notNull(),
    /** The processor's name of it, once it has told one with the outcome. */
    processorReference: text('processor_reference'),
    requestId: uuid('request_id').notNull(),
    metadata: jsonb('metadata').$type<{ key: string; value: string }[]>().notNull(),
    /** Its own callback URL or, on a follow-up, the inherited one; null: no callback reports its outcome. */
    callbackUrl: text('callback_url'),
    /**
     * Number of the event, counted for each payment alone. It is assigned under the payment's row lock, and again when
     * a pending operation ends.
     */
    log: integer('log').notNull().default(1),
    /** Orders all operations, moved with `log`; only the operator sees it. */
    seq: integer('place').generatedByDefaultAsIdentity().notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique().on(table.accountId, table.transactionId),
    unique().on(table.paymentId, table.log),
    check('operations_amount_positive', sql`${table.amount} > 0`),
  ],
);
export type OperationRow = typeof operations.$inferSelect;
