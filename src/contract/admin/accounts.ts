import * as z from 'zod/mini';
import { MerchantSettings, ShopName } from '../billing/merchant-settings.ts';
import { answer, id } from './answer.ts';

/** Accounts, their merchants and their keys. */

const origins = z.array(z.string().check(z.maxLength(255))).check(z.minLength(1), z.maxLength(50));

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
  /** The public part of each key in force. */
  secret_key_ids: z.array(z.string()),
  merchants: z.array(AdminMerchant),
});
export type AdminAccount = z.infer<typeof AdminAccount>;

/** A new account, with two merchants of its own: `main`, and `main-async`, which answers follow-ups by callback. */
export const AccountCreation = z.strictObject({
  /** Shown to shoppers by banks and providers, unless the merchant has its own name. */
  name: ShopName,
  /** Whose pages may embed the wallet, as browsers spell them: https, or http on this machine, where `:*` is any port. */
  origins,
});
export type AccountCreation = z.infer<typeof AccountCreation>;

/** The secret key is shown only here, and never stored. */
export const AccountAnswer = z.strictObject({ ...answer, account: AdminAccount, secret_key: z.string() });
export type AccountAnswer = z.infer<typeof AccountAnswer>;

export const AccountsAnswer = z.strictObject({ ...answer, accounts: z.array(AdminAccount) });
export type AccountsAnswer = z.infer<typeof AccountsAnswer>;

/**
 * `PATCH /api/accounts/<id>`: missing members stay as they are. Origins are replaced as a whole. They apply to wallets that
 * open later; an open one is not affected.
 */
export const AccountChange = z.strictObject({
  name: z.optional(ShopName),
  origins: z.optional(origins),
});
export type AccountChange = z.infer<typeof AccountChange>;

export const AccountChangeAnswer = z.strictObject({ ...answer, account: AdminAccount });
export type AccountChangeAnswer = z.infer<typeof AccountChangeAnswer>;

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
  /** Until then the previous secret signs as well. */
  previous_until: z.iso.datetime(),
});
export type WebhookSecretAnswer = z.infer<typeof WebhookSecretAnswer>;
