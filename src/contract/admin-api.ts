import * as z from 'zod/mini';
import { CallbackInfo } from './billing/callback.ts';
import { MerchantSettings, ShopName } from './billing/merchant-settings.ts';
import { TRANS_STATUSES } from './billing/trans-status.ts';
import { TransactionRecord } from './billing/transaction.ts';
import { must, positiveInteger, text } from './forms/form-values.ts';
import { ExternalId } from './forms/users.ts';

/** What the admin API takes and answers, in JSON. */

const id = z.int().check(z.minimum(1));
const answer = { status: z.literal('OK') };
const pageAnswer = {
  ...answer,
  /** For the next page; null on the last one. */
  next: z.nullable(z.int()),
};

/** The test clock's step; it never goes back. Raises `parameter_invalid` beyond ten years in all. */
export const ClockAdvance = z.strictObject({ advance_seconds: z.int().check(z.minimum(0)) });

export const ClockAnswer = z.strictObject({
  ...answer,
  /** The service's time, ISO 8601 in UTC. */
  now: z.iso.datetime(),
  /** How far it is ahead of the machine's, in seconds. */
  advanced_seconds: z.int(),
});
export type ClockAnswer = z.infer<typeof ClockAnswer>;

/** New keys of the service's own: the master key, the key that signs access tokens, or `both`. */
export const KeyRotation = z.strictObject({ keys: z.enum(['both', 'master', 'signing']) });

export const KeyRotationAnswer = z.strictObject({
  ...answer,
  /** The master key in force, and how many values are sealed anew; null when it was not asked for. */
  master: z.nullable(z.strictObject({ key_id: z.string(), resealed: z.int() })),
  /** The newest signing key, published at once; verifiers know it by the time it signs. */
  signing: z.nullable(z.strictObject({ key_id: z.string(), signs_from: z.iso.datetime() })),
});
export type KeyRotationAnswer = z.infer<typeof KeyRotationAnswer>;

/** A merchant configuration of an account. */
export const AdminMerchant = z.strictObject({
  merchant_id: id,
  merchant_ref: z.string(),
  settings: MerchantSettings,
});
export type AdminMerchant = z.infer<typeof AdminMerchant>;

export const MerchantAnswer = z.strictObject({ ...answer, merchant: AdminMerchant });
export type MerchantAnswer = z.infer<typeof MerchantAnswer>;

/** An account as its operator sees it: everything but its secret keys. */
export const AdminAccount = z.strictObject({
  account_id: id,
  name: z.string(),
  publishable_key: z.string(),
  /** `whsec_…`, signs its callbacks. */
  webhook_secret: z.string(),
  origins: z.array(z.string()),
  /** Those in force: the public part of each, which names it. */
  secret_key_ids: z.array(z.string()),
  merchants: z.array(AdminMerchant),
});
export type AdminAccount = z.infer<typeof AdminAccount>;

/** A new account, with two merchants of its own: `main`, and `main-async`, which answers CHARGE, REFUND and VOID by callback. */
export const AccountCreation = z.strictObject({
  /** Shown to shoppers at their bank and at providers, unless a merchant has a name of its own. */
  name: ShopName,
  /** Whose pages may embed the wallet, as browsers spell them: https, or http on this machine, where `:*` is any port. */
  origins: z.array(z.string().check(z.maxLength(255))).check(z.minLength(1), z.maxLength(50)),
});
export type AccountCreation = z.infer<typeof AccountCreation>;

/** The secret key is shown here once and kept nowhere. */
export const AccountAnswer = z.strictObject({ ...answer, account: AdminAccount, secret_key: z.string() });
export type AccountAnswer = z.infer<typeof AccountAnswer>;

export const AccountsAnswer = z.strictObject({ ...answer, accounts: z.array(AdminAccount) });
export type AccountsAnswer = z.infer<typeof AccountsAnswer>;

/** A further secret key, shown once. Raises `secret_key_limit` when the account has two in force. */
export const SecretKeyAnswer = z.strictObject({
  ...answer,
  secret_key_id: z.string(),
  secret_key: z.string(),
});
export type SecretKeyAnswer = z.infer<typeof SecretKeyAnswer>;

/** The new one. Raises `webhook_secret_limit` within a day of the last change. */
export const WebhookSecretAnswer = z.strictObject({
  ...answer,
  webhook_secret: z.string(),
  /** Until then the one before signs as well. */
  previous_until: z.iso.datetime(),
});
export type WebhookSecretAnswer = z.infer<typeof WebhookSecretAnswer>;

/** Ends one refresh token and what it opened. Raises `not_found` for one that is not in force. */
export const TokenRevocation = z.strictObject({ refresh_token: z.string().check(z.minLength(1)) });

/** Ends everything that stands for a user. A guest is named by `user_id`, others by either. Raises `not_found`. */
export const UserRevocation = z
  .strictObject({ account_id: id, user_id: z.optional(id), external_id: z.optional(z.string()) })
  .check(
    z.refine(
      (named) => (named.user_id === undefined) !== (named.external_id === undefined),
      must("name the user by 'user_id' or by 'external_id', and not by both"),
    ),
  );
export type UserRevocation = z.infer<typeof UserRevocation>;

export const RevocationAnswer = z.strictObject({
  ...answer,
  /** Refresh tokens ended by this request. */
  revoked: z.int(),
});
export type RevocationAnswer = z.infer<typeof RevocationAnswer>;

/**
 * `POST /api/users/cards` lists a test card among a user's, as if the user had saved it before; its date may have passed. Raises
 * `test_card_required`, and `not_on_public_service` where others use the service.
 */
export const TestCard = z.strictObject({
  account_id: id,
  external_id: ExternalId,
  number: z.string(),
  exp_month: z.int().check(z.minimum(1), z.maximum(12)),
  exp_year: z.int().check(z.minimum(2000), z.maximum(2099)),
});
export type TestCard = z.infer<typeof TestCard>;

/** The id that the user's wallet and the merchant know the card by. */
export const TestCardAnswer = z.strictObject({ ...answer, card_id: z.int() });
export type TestCardAnswer = z.infer<typeof TestCardAnswer>;

const CallbackStatus = z.enum(['waiting', 'sending', 'delivered', 'stopped', 'exhausted']);

/** Which callbacks of an account to list: newest first, 50 a page. */
export const CallbackQuery = z.strictObject({
  account_id: positiveInteger,
  /** Only those that have been given up, or that have failed and are tried again. Default: all. */
  status: z.optional(z.enum(['exhausted', 'failing'])),
  /** `next` of the page before. */
  before: z.optional(positiveInteger),
});
export type CallbackQuery = z.infer<typeof CallbackQuery>;

/** One try to deliver a callback, of this round or an earlier one. */
export const AdminAttempt = z.strictObject({
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  /** HTTP status; null when there was no answer. */
  answer_status: z.nullable(z.int()),
  /** The first 2 KB of the answer, as text; the receiver's words, never to be shown as anything else. */
  answer_start: z.nullable(z.string()),
  /** Why there was no answer. */
  failure: z.nullable(z.string()),
});
export type AdminAttempt = z.infer<typeof AdminAttempt>;

export const AdminCallback = z.strictObject({
  /** The `webhook-id` of every attempt. */
  id: z.string(),
  payment_id: z.uuid(),
  order_id: z.string(),
  transaction_id: z.string(),
  info: CallbackInfo,
  url: z.string(),
  status: CallbackStatus,
  /** Attempts of this round. */
  tries: z.int(),
  /** Of the next attempt, while there is to be one. ISO 8601 in UTC, as the others. */
  due_at: z.nullable(z.iso.datetime()),
  /** Until then nothing goes to its receiver, which answered 429, 502, 503 or 504; null where that holds nothing up. */
  held_until: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  ended_at: z.nullable(z.iso.datetime()),
  /** Oldest first. */
  attempts: z.array(AdminAttempt),
});
export type AdminCallback = z.infer<typeof AdminCallback>;

export const CallbacksAnswer = z.strictObject({
  ...pageAnswer,
  callbacks: z.array(AdminCallback),
});
export type CallbacksAnswer = z.infer<typeof CallbacksAnswer>;

/** Transactions of an order, the newest first, 50 a page. Rule: billing/order-id. */
export const TransactionQuery = z.strictObject({
  account_id: positiveInteger,
  order_id: text(64),
  /** `next` of the page before. */
  before: z.optional(positiveInteger),
});
export type TransactionQuery = z.infer<typeof TransactionQuery>;

/** The record of the lookup. */
export const AdminTransaction = z.extend(TransactionRecord, {
  /** What the issuer said of the cardholder after the challenge had ended, which changed nothing. */
  late_result: z.nullable(z.enum(TRANS_STATUSES)),
});
export type AdminTransaction = z.infer<typeof AdminTransaction>;

export const TransactionsAnswer = z.strictObject({
  ...pageAnswer,
  transactions: z.array(AdminTransaction),
});
export type TransactionsAnswer = z.infer<typeof TransactionsAnswer>;

/** Of what leaves nothing to tell. */
export const DoneAnswer = z.strictObject(answer);
export type DoneAnswer = z.infer<typeof DoneAnswer>;
