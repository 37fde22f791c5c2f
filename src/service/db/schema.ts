import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { BillingMethod, Currency } from '../../contract/billing.ts';
import type { CallbackInfo } from '../../contract/callback.ts';
import type { DeclineCode } from '../../contract/errors.ts';
import type { MethodCode } from '../../contract/issuer-codes.ts';
import { MerchantSettings } from '../../contract/merchant-settings.ts';

/** Times are the service's clock, never the database's. Money is integer minor units. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const minorUnits = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0);
const serial = (name: string) => integer(name).primaryKey().generatedAlwaysAsIdentity();
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });
/** Filled with the defaults of settings that came later than the row. */
const merchantSettings = customType<{ data: MerchantSettings; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (settings) => JSON.stringify(settings),
  fromDriver: (stored) => MerchantSettings.parse(typeof stored === 'string' ? JSON.parse(stored) : stored),
});

/** At most one row: how far the test clock is ahead. */
export const testClock = pgTable(
  'test_clock',
  {
    id: integer('id').primaryKey().default(1),
    offsetSeconds: bigint('offset_seconds', { mode: 'number' }).notNull(),
  },
  (table) => [check('test_clock_one_row', sql`${table.id} = 1`)],
);

export const accounts = pgTable('accounts', {
  id: serial('id'),
  name: text('name').notNull(),
  publishableKey: text('publishable_key').notNull().unique(),
  /** `whsec_…`, sealed. */
  webhookSecret: bytes('webhook_secret').notNull(),
  /** Signs beside the new one for a day. */
  previousWebhookSecret: bytes('previous_webhook_secret'),
  webhookSecretRotatedAt: at('webhook_secret_rotated_at'),
  /** Origins that may embed the wallet; `http://localhost:*` stands for any port. */
  origins: text('origins').array().notNull(),
  createdAt: at('created_at').notNull(),
});

export const secretKeys = pgTable('secret_keys', {
  /** The public part of the key, looked up by; the digest decides. */
  id: text('id').primaryKey(),
  accountId: accountId(),
  digest: bytes('digest').notNull(),
  createdAt: at('created_at').notNull(),
  revokedAt: at('revoked_at'),
});

export const merchants = pgTable(
  'merchants',
  {
    id: integer('id').primaryKey(),
    accountId: accountId(),
    ref: text('ref').notNull(),
    settings: merchantSettings('settings').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [unique().on(table.accountId, table.ref)],
);
export type MerchantRow = typeof merchants.$inferSelect;

/** Keys the service made for itself: the vault's encryption key, the signing key of access tokens. */
export const serviceKeys = pgTable('service_keys', {
  kid: text('kid').primaryKey(),
  purpose: text('purpose', { enum: ['vault', 'access-token'] }).notNull(),
  /** PKCS #8, sealed. */
  privateKey: bytes('private_key').notNull(),
  publicJwk: jsonb('public_jwk').notNull(),
  createdAt: at('created_at').notNull(),
  retiredAt: at('retired_at'),
});

export const users = pgTable(
  'users',
  {
    id: serial('id'),
    accountId: accountId(),
    /** Null for guests. */
    externalId: text('external_id'),
    isGuest: boolean('is_guest').notNull(),
    /** The one user of an account whom its sandbox tokens belong to. */
    isSandbox: boolean('is_sandbox').notNull().default(false),
    metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull().default({}),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    unique().on(table.accountId, table.externalId),
    uniqueIndex('users_one_sandbox').on(table.accountId).where(sql`${table.isSandbox}`),
  ],
);

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: serial('id'),
    /** SHA-256 of the token; the token itself is shown once and kept nowhere. */
    digest: bytes('digest').notNull().unique(),
    accountId: accountId(),
    userId: userId(),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [index().on(table.userId)],
);

/** One per access token of the login endpoint; a deleted one ends its token. */
export const loginSessions = pgTable(
  'login_sessions',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    expiresAt: at('expires_at').notNull(),
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
    createdAt: at('created_at').notNull(),
    lastSeenAt: at('last_seen_at').notNull(),
    /** Until then the page is taken to hear of its events. */
    listeningUntil: at('listening_until'),
    endedAt: at('ended_at'),
  },
  (table) => [index().on(table.refreshTokenId, table.lastSeenAt)],
);

export const cards = pgTable(
  'cards',
  {
    id: serial('id'),
    accountId: accountId(),
    userId: userId(),
    /**
     * `listed` is shown to the user; `unlisted` waits for a successful billing, or never is (guests, sandbox tokens);
     * `removed` can come back for a while, then its number is erased.
     */
    status: text('status', { enum: ['unlisted', 'listed', 'removed'] }).notNull(),
    brand: text('brand').$type<MethodCode>().notNull(),
    bin: text('bin').notNull(),
    last4: text('last4').notNull(),
    /** 1 to 12. */
    expMonth: integer('exp_month').notNull(),
    expYear: integer('exp_year').notNull(),
    holderName: text('holder_name').notNull(),
    /** Keyed fingerprint of the number: the same card of one account, without the number. */
    fingerprint: bytes('fingerprint').notNull(),
    /** AES-256-GCM under a key of its own; null once erased. */
    numberCiphertext: bytes('number_ciphertext'),
    /** That key, wrapped by the master key. */
    wrappedKey: bytes('wrapped_key'),
    /** A removed card remembers it, for when it comes back. */
    isDefault: boolean('is_default').notNull().default(false),
    createdAt: at('created_at').notNull(),
    listedAt: at('listed_at'),
    removedAt: at('removed_at'),
  },
  (table) => [
    index().on(table.userId, table.status),
    index().on(table.accountId, table.fingerprint),
    uniqueIndex('cards_listed_once')
      .on(table.userId, table.fingerprint)
      .where(sql`${table.status} = 'listed'`),
    uniqueIndex('cards_default_once')
      .on(table.userId)
      .where(sql`${table.isDefault} and ${table.status} = 'listed'`),
    index('cards_to_erase')
      .on(table.createdAt)
      .where(sql`${table.status} = 'unlisted' and ${table.numberCiphertext} is not null`),
    index('cards_removed_to_erase')
      .on(table.removedAt)
      .where(sql`${table.status} = 'removed' and ${table.numberCiphertext} is not null`),
  ],
);
export type CardRow = typeof cards.$inferSelect;

/** Aliases of cards, handed out as `cc_token`; a fresh one for every hand-over. */
export const cardTokens = pgTable(
  'card_tokens',
  {
    token: text('token').primaryKey(),
    accountId: accountId(),
    userId: userId(),
    cardId: cardId(),
    /** Null for sandbox tokens: no wallet to notify. */
    walletSessionId: text('wallet_session_id').references(() => walletSessions.id),
    isSingleUse: boolean('is_single_use').notNull(),
    isShortLive: boolean('is_short_live').notNull(),
    /** "Save card for later": list the card once a billing with it succeeds. */
    listOnSuccess: boolean('list_on_success').notNull().default(false),
    /** Null: as long as the card. */
    expiresAt: at('expires_at'),
    /** The operation that used up a single-use token. */
    consumedBy: text('consumed_by').references((): AnyPgColumn => operations.id),
    /** Its `encrypted_cvv` was billed with. */
    isCvvUsed: boolean('is_cvv_used').notNull().default(false),
    createdAt: at('created_at').notNull(),
  },
  (table) => [index().on(table.cardId)],
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
    token: text('token')
      .notNull()
      .references(() => cardTokens.token),
    orderId: text('order_id').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    failed: boolean('failed').notNull().default(false),
    /** What became of 3-D Secure: EMV's letter, or how the challenge ended without one; null without 3DS. */
    authentication: text('authentication', {
      enum: ['PENDING', 'Y', 'A', 'N', 'U', 'R', 'CANCELLED', 'VOIDED', 'TIMED_OUT'],
    }),
    /** An instant payment that the shopper has not finished at its provider: no figures yet. */
    awaitsProvider: boolean('awaits_provider').notNull().default(false),
    authorised: minorUnits('authorised'),
    captured: minorUnits('captured'),
    capturePending: minorUnits('capture_pending'),
    refunded: minorUnits('refunded'),
    refundPending: minorUnits('refund_pending'),
    closed: minorUnits('closed'),
    /** What closed last. */
    closedBy: text('closed_by', { enum: ['VOID', 'CLOCK'] }),
    /** Captures after this are refused; null for a SALE. */
    authorisationExpiresAt: at('authorisation_expires_at'),
    externalToken: text('external_token').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    index().on(table.accountId, table.orderId),
    check(
      'payments_capture_bound',
      sql`${table.captured} + ${table.capturePending} + ${table.closed} <= ${table.authorised}`,
    ),
    check('payments_refund_bound', sql`${table.refunded} + ${table.refundPending} <= ${table.captured}`),
    check(
      'payments_not_negative',
      sql`least(${table.authorised}, ${table.captured}, ${table.capturePending}, ${table.refunded}, ${table.refundPending}, ${table.closed}) >= 0`,
    ),
  ],
);
export type PaymentRow = typeof payments.$inferSelect;

/** One billing call; PENDING until it ends, and unchanged from then on. */
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
    requestId: uuid('request_id').notNull(),
    metadata: jsonb('metadata').$type<{ key: string; value: string }[]>().notNull(),
    /** Its own or, on a follow-up, inherited; null: nobody is told of its end. */
    callbackUrl: text('callback_url'),
    /** Rises with the events of a payment: assigned under the payment's row lock, anew at the end of what was pending. */
    log: integer('log').generatedByDefaultAsIdentity().notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    unique().on(table.accountId, table.transactionId),
    index().on(table.paymentId),
    check('operations_amount_positive', sql`${table.amount} > 0`),
  ],
);
export type OperationRow = typeof operations.$inferSelect;

/** The outbox: one row per end of an operation that has a callback URL, written in the same commit. */
export const callbacks = pgTable(
  'callbacks',
  {
    /** The `webhook-id` of every attempt. */
    id: text('id').primaryKey(),
    accountId: accountId(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    operationId: text('operation_id')
      .notNull()
      .references(() => operations.id),
    info: text('info').$type<CallbackInfo>().notNull(),
    url: text('url').notNull(),
    /** Host and port of `url`: what shares a receiver's share of attempts. */
    receiver: text('receiver').notNull(),
    /** Built once and sent byte for byte. */
    body: text('body').notNull(),
    /** `stopped`: the receiver answered 410. */
    status: text('status', { enum: ['waiting', 'sending', 'delivered', 'stopped', 'exhausted'] }).notNull(),
    /** When the next attempt may start; of a row that is `sending`, when its sender is taken for dead. */
    dueAt: at('due_at').notNull(),
    /** The request whose answer must be written first; null once it was. */
    answerTo: uuid('answer_to'),
    /** From the answer to the first attempt. */
    delayMs: integer('delay_ms').notNull(),
    /** Attempts of this round that ended; a replay by hand starts a new round. */
    tries: integer('tries').notNull().default(0),
    firstTriedAt: at('first_tried_at'),
    /** Attempts still to be lost on purpose, and copies sent beside each (`sandbox_callback`). */
    drops: integer('drops').notNull().default(0),
    copies: integer('copies').notNull().default(0),
    /** The order of a payment's callbacks. */
    place: integer('place').generatedAlwaysAsIdentity().notNull(),
    createdAt: at('created_at').notNull(),
    endedAt: at('ended_at'),
  },
  (table) => [
    index('callbacks_due').on(table.dueAt).where(sql`${table.status} in ('waiting', 'sending')`),
    index('callbacks_held').on(table.answerTo).where(sql`${table.answerTo} is not null`),
    index('callbacks_of_payment').on(table.paymentId, table.place),
    index('callbacks_of_account').on(table.accountId, table.place),
    index('callbacks_exhausted').on(table.accountId, table.place).where(sql`${table.status} = 'exhausted'`),
  ],
);
export type CallbackRow = typeof callbacks.$inferSelect;

export const callbackAttempts = pgTable(
  'callback_attempts',
  {
    id: serial('id'),
    callbackId: text('callback_id')
      .notNull()
      .references(() => callbacks.id),
    startedAt: at('started_at').notNull(),
    endedAt: at('ended_at').notNull(),
    /** HTTP status; null when there was no answer. */
    answerStatus: integer('answer_status'),
    /** The first 2 KB, raw: never to be shown as anything but text. */
    answerStart: bytes('answer_start'),
    /** Why there was no answer. */
    failure: text('failure'),
  },
  (table) => [index().on(table.callbackId)],
);

/** Receivers that asked for less (429, 502, 503, 504), per account. */
export const callbackPauses = pgTable(
  'callback_pauses',
  {
    accountId: accountId(),
    receiver: text('receiver').notNull(),
    until: at('until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.receiver] })],
);

/** Finished answers under the name that their request gave itself; written in the commit of what they tell. */
export const storedAnswers = pgTable(
  'stored_answers',
  {
    accountId: accountId(),
    /** The endpoint's path for an `Idempotency-Key`, `transactionID` for a start's own id. */
    scope: text('scope').notNull(),
    key: text('key').notNull(),
    /** Digest of the parameters. */
    fingerprint: bytes('fingerprint').notNull(),
    status: integer('status').notNull(),
    body: text('body').notNull(),
    /** Null: kept for ever. */
    expiresAt: at('expires_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.scope, table.key] }),
    index().on(table.expiresAt),
  ],
);

/** When money that an operation moved is settled: by the clock alone, so the operation itself never changes. */
export const settlements = pgTable('settlements', {
  operationId: text('operation_id')
    .primaryKey()
    .references(() => operations.id),
  settlesAt: at('settles_at').notNull(),
});

/** What is to happen to a payment by itself. A row goes in the transaction that does it. */
export const timers = pgTable(
  'timers',
  {
    id: serial('id'),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    operationId: text('operation_id')
      .notNull()
      .references(() => operations.id),
    kind: text('kind', {
      enum: [
        'finish-operation',
        'expire-authorisation',
        'answer-challenge',
        'expire-challenge',
        'expire-provider-payment',
      ],
    }).notNull(),
    /** The return code an operation finishes with, or the answer a challenge gets. */
    outcome: text('outcome'),
    dueAt: at('due_at').notNull(),
  },
  (table) => [
    index('timers_due').on(table.dueAt),
    index('timers_of_payment').on(table.paymentId, table.dueAt),
  ],
);
export type TimerRow = typeof timers.$inferSelect;

/** A question to the cardholder. Changed only by an update that finds it OPEN: what ends it first, ends it. */
export const challenges = pgTable(
  'challenges',
  {
    /** 32 hex digits, `MD` on the wire. */
    id: text('id').primaryKey(),
    operationId: text('operation_id')
      .notNull()
      .unique()
      .references(() => operations.id),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** The wallet to tell; null for sandbox tokens. */
    walletSessionId: text('wallet_session_id').references(() => walletSessions.id),
    /** SHA-256 of the capability in the box's address. */
    boxDigest: bytes('box_digest').notNull().unique(),
    status: text('status', {
      enum: ['OPEN', 'PASSED', 'FAILED', 'CANCELLED', 'VOIDED', 'TIMED_OUT'],
    }).notNull(),
    /** What the issuer said after the end; changes nothing. */
    lateResult: text('late_result', { enum: ['Y', 'A', 'N', 'U', 'R'] }),
    /** When the box was first opened. */
    openedAt: at('opened_at'),
    /** Wrong answers to the simulated issuer. */
    wrongCodes: integer('wrong_codes').notNull().default(0),
    expiresAt: at('expires_at').notNull(),
    endedAt: at('ended_at'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    index('challenges_open').on(table.walletSessionId).where(sql`${table.status} = 'OPEN'`),
    uniqueIndex('challenges_one_open').on(table.paymentId).where(sql`${table.status} = 'OPEN'`),
  ],
);
export type ChallengeRow = typeof challenges.$inferSelect;

/** A card entered in a wallet, for as long as it counts against its sender. */
export const cardAttempts = pgTable(
  'card_attempts',
  {
    id: serial('id'),
    /** Keyed digest of an address. */
    place: bytes('place').notNull(),
    isRefused: boolean('is_refused').notNull(),
    at: at('at').notNull(),
  },
  (table) => [index('card_attempts_of_place').on(table.place, table.at), index().on(table.at)],
);

export function accountId() {
  return integer('account_id')
    .notNull()
    .references(() => accounts.id);
}

export function userId() {
  return integer('user_id')
    .notNull()
    .references(() => users.id);
}

function cardId() {
  return integer('card_id')
    .notNull()
    .references(() => cards.id);
}
