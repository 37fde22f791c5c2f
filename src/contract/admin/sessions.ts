import * as z from 'zod/mini';
import { must, positiveInteger, text } from '../forms/form-values.ts';
import { ViewName } from '../forms/provider-names.ts';
import { ExternalId } from '../forms/users.ts';
import { answer, id } from './answer.ts';
import { AdminRequest } from './requests.ts';

/** A shop's users, their refresh tokens, listed only by number, and the wallets that these opened. */

const time = z.iso.datetime();
const mayBeTime = z.nullable(time);

/** Refresh tokens, newest first, 50 a page; of one user by `user_id` or `external_id`. */
export const SessionQuery = z
  .strictObject({
    account_id: positiveInteger,
    user_id: z.optional(positiveInteger),
    external_id: z.optional(text(255)),
    /** `next` of the page before. */
    before: z.optional(positiveInteger),
  })
  .check(
    z.refine(
      (query) => query.user_id === undefined || query.external_id === undefined,
      must("name the user by 'user_id' or by 'external_id', and not by both"),
    ),
  );
export type SessionQuery = z.infer<typeof SessionQuery>;

/** A wallet that a page opened with a refresh token. */
export const AdminWalletSession = z.strictObject({
  wallet_session_id: z.string(),
  /** Of the shop's page. */
  origin: z.string(),
  created_at: time,
  last_seen_at: time,
  /** Null while it may go on. */
  ended_at: mayBeTime,
  /** Its refused requests, newest first, as far as they are in memory. */
  refusals: z.array(AdminRequest),
});
export type AdminWalletSession = z.infer<typeof AdminWalletSession>;

/**
 * `POST /api/refresh-tokens/<refresh_token_id>/revoke` ends it and its wallets (RevocationAnswer), `POST
 * /api/wallet-sessions/<wallet_session_id>/end` one wallet alone (DoneAnswer), `POST /api/users/revoke` all of its user.
 */
export const AdminRefreshToken = z.strictObject({
  refresh_token_id: z.int(),
  user_id: z.int(),
  /** The shop's id of the user; null for a guest. */
  external_id: z.nullable(z.string()),
  is_guest: z.boolean(),
  /** The one view it opens; null: both. */
  view: z.nullable(ViewName),
  /** The one merchant it was made for; null: each that pages may name. */
  merchant_id: z.nullable(z.int()),
  created_at: time,
  expires_at: time,
  /** Null while it is in force, or has expired. */
  revoked_at: mayBeTime,
  /** Whether it still opens wallets. */
  is_in_force: z.boolean(),
  /** Newest first, 20 at most. */
  wallet_sessions: z.array(AdminWalletSession),
});
export type AdminRefreshToken = z.infer<typeof AdminRefreshToken>;

export const SessionsAnswer = z.strictObject({
  ...answer,
  refresh_tokens: z.array(AdminRefreshToken),
  /** For the next page, which may be short or empty: an answer looks through 5,000 tokens of all accounts. */
  next: z.nullable(z.int()),
  /** Token exchanges and frames that were refused lately, of any account, with the page's origin; newest first. */
  refused_exchanges: z.array(AdminRequest),
});
export type SessionsAnswer = z.infer<typeof SessionsAnswer>;

/** Ends one refresh token and what it opened. Raises `not_found` for one that is not in force. */
export const TokenRevocation = z.strictObject({ refresh_token: z.string().check(z.minLength(1)) });

/** Ends all sessions and tokens of a user. A guest is named by `user_id`, others by either. Raises `not_found`. */
export const UserRevocation = z
  .strictObject({ account_id: id, user_id: z.optional(id), external_id: z.optional(z.string()) })
  .check(
    z.refine(
      (revocation) => (revocation.user_id === undefined) !== (revocation.external_id === undefined),
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

/** Users of a shop by its own ids for them, in the order of those, 50 a page. Guests have none. */
export const UserQuery = z.strictObject({
  account_id: positiveInteger,
  /** Ids from this one on, such as the first letters of one. */
  from: z.optional(text(255)),
  /** `next` of the page before. */
  after: z.optional(text(255)),
});
export type UserQuery = z.infer<typeof UserQuery>;

export const AdminUser = z.strictObject({
  user_id: z.int(),
  external_id: z.string(),
  created_at: time,
  saved_cards: z.int(),
  /** Refresh tokens in force. */
  refresh_tokens: z.int(),
});
export type AdminUser = z.infer<typeof AdminUser>;

export const UsersAnswer = z.strictObject({
  ...answer,
  users: z.array(AdminUser),
  /** For the next page; null on the last one. */
  next: z.nullable(z.string()),
});
export type UsersAnswer = z.infer<typeof UsersAnswer>;

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
