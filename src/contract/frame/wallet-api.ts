import * as z from 'zod/mini';
import { PaymentMethod } from '../billing/payment-method.ts';
import { IssuerCode, MethodCode } from '../cards/method-codes.ts';
import { integerBoolean, must, positiveInteger } from '../forms/form-values.ts';
import { ViewName } from '../forms/provider-names.ts';

/**
 * Endpoints beside the spec's: the token exchange (from the shop's page) and those only the wallet frame calls, all
 * under `/wallet/api/v1/`, all POST bodies `application/x-www-form-urlencoded`.
 */

/** `POST token`: publishable key and refresh token for an access token. A plain form, so no preflight is needed. */
export const TokenForm = z.object({
  publishableKey: z.string().check(z.maxLength(128)),
  refreshToken: z.string().check(z.maxLength(256)),
  /** Renewal: the session to go on with; a session that has ended gives a new one. */
  walletSession: z.optional(z.string().check(z.maxLength(64))),
});
export type TokenForm = z.infer<typeof TokenForm>;

export const WalletSession = z.object({
  accessToken: z.string(),
  /** Seconds until the access token ends. */
  expiresIn: z.int(),
  /** Seconds until the refresh token ends, at least one. Absent: the service is an earlier one. */
  refreshTokenExpiresIn: z.optional(z.int()),
  /** Public identifier; grants nothing by itself. */
  walletSession: z.string(),
  isGuest: z.boolean(),
  /** The one view that the refresh token was made for. Default: both. */
  view: z.optional(ViewName),
  /** The one merchant that the refresh token was made for. Default: each that pages may name. */
  merchant_id: z.optional(z.int()),
  /** Whether a challenge of a session with this refresh token is open. Default: none is. */
  hasChallenge: z.optional(z.boolean()),
});
export type WalletSession = z.infer<typeof WalletSession>;

export const TokenAnswer = z.extend(WalletSession, { status: z.literal('OK') });
export type TokenAnswer = z.infer<typeof TokenAnswer>;

/** Public RSA key of the vault, a JWK with `kid`. It changes each hour. */
export const VaultKey = z.object({ kty: z.literal('RSA'), n: z.string(), e: z.string(), kid: z.string() });
export type VaultKey = z.infer<typeof VaultKey>;

/** `GET vault-key`: the key to which card data is encrypted, and the service's time. */
export const VaultKeyAnswer = z.object({
  status: z.literal('OK'),
  vaultKey: VaultKey,
  /** The service's time, epoch milliseconds. */
  serviceTime: z.int(),
});
export type VaultKeyAnswer = z.infer<typeof VaultKeyAnswer>;

/** The one session, merchant and moment for which a plaintext was encrypted. The service accepts it for no other. */
export const Binding = z.object({
  /** Public id of the wallet session. */
  session: z.string(),
  merchant_id: z.int(),
  /** When it was encrypted, epoch milliseconds by the service's clock. */
  at: z.int(),
  /** Random; a card is accepted once with it. */
  id: z.string().check(z.regex(/^[\w-]{22,64}$/)),
});
export type Binding = z.infer<typeof Binding>;

/** An entered card. It leaves the frame only as an encrypted `BoundCard`. */
export const CardPlaintext = z.object({
  /** Digits only. */
  number: z.string().check(z.regex(/^[0-9]{12,19}$/)),
  /** Two digits. */
  expMonth: z.string().check(z.regex(/^(0[1-9]|1[0-2])$/)),
  /** Four digits. */
  expYear: z.string().check(z.regex(/^20[0-9]{2}$/)),
  /** Three or four digits; empty where the brand does not ask for one. Kept sealed until the first authorisation. */
  securityCode: z.string().check(z.regex(/^([0-9]{3,4})?$/)),
  holderName: z.string().check(z.maxLength(128)),
});
export type CardPlaintext = z.infer<typeof CardPlaintext>;

/** `BrowserFacts`, which the code that encrypts adds; what is malformed is not known. Default: a frame of an earlier version. */
const browser = z.optional(z.unknown());

/** What the frame encrypts to the vault's key (JWE compact, RSA-OAEP-256 + A256GCM, `kid` in its header). */
export const BoundCard = z.extend(CardPlaintext, { bound: Binding, browser });
export type BoundCard = z.infer<typeof BoundCard>;

/** The security code, and the token that it belongs to. */
export const SecurityCodePlaintext = z.object({
  cc_token: z.string(),
  securityCode: z.string().check(z.regex(/^[0-9]{3,4}$/)),
});
export type SecurityCodePlaintext = z.infer<typeof SecurityCodePlaintext>;

/** What `encrypted_cvv` holds, encrypted like a card. */
export const BoundCode = z.extend(SecurityCodePlaintext, { bound: Binding, browser });
export type BoundCode = z.infer<typeof BoundCode>;

/** `POST cards`: adds a card and answers with a token for it. */
export const CardForm = z.object({
  /** JWE compact of a `BoundCard`. */
  card: z.string().check(z.maxLength(4096)),
  /** The network that the shopper chose for a card of two. Default: the merchant's preferred, else the detected one. */
  brand: z.optional(IssuerCode),
  /** Save the card once a billing with it succeeds; ignored for guests. */
  saveForLater: integerBoolean,
  /** Where it was entered. MANAGE saves it at once, for users only. Default CHECKOUT. */
  view: z.optional(ViewName),
  merchant_id: positiveInteger,
});
export type CardForm = z.infer<typeof CardForm>;

/** `POST aliases`: answers with a token for a saved card. */
export const AliasForm = z.object({
  /** `SavedCard.id`. */
  method: positiveInteger,
  merchant_id: positiveInteger,
});
export type AliasForm = z.infer<typeof AliasForm>;

/** `POST methods/<id>/edit`: missing members stay as they are. */
export const EditForm = z.object({
  /** Two digits; with `expYear`. */
  expMonth: z.optional(z.string().check(z.regex(/^(0[1-9]|1[0-2])$/, must('be two digits, 01 to 12')))),
  /** Four digits. */
  expYear: z.optional(z.string().check(z.regex(/^20[0-9]{2}$/, must('be four digits, 2000 to 2099')))),
  /** The network to pay with from now on, one of the card's. */
  brand: z.optional(IssuerCode),
});
export type EditForm = z.infer<typeof EditForm>;

export const SavedCard = z.object({
  id: z.int(),
  brand: MethodCode,
  /** Only for a card of two networks: both, the detected one first. */
  networks: z.optional(z.array(IssuerCode)),
  /** Always four characters. */
  last4: z.string(),
  /** Two digits. */
  expMonth: z.string(),
  /** Four digits. */
  expYear: z.string(),
  isDefault: z.boolean(),
  isExpired: z.boolean(),
});
export type SavedCard = z.infer<typeof SavedCard>;

/** Answer of `aliases`, and of `cards` in CHECKOUT. In the 3DS flow the frame adds security code and fingerprint to the method. */
export const PaymentMethodAnswer = z.object({
  status: z.literal('OK'),
  paymentMethod: PaymentMethod,
  /** The shopper's address as the service sees it, for the fingerprint. */
  ip: z.string(),
  /** The newest of the session's events so far: a challenge of this token comes after it. */
  seq: z.int(),
});
export type PaymentMethodAnswer = z.infer<typeof PaymentMethodAnswer>;

/** Answer of `cards`. */
export const CardAnswer = z.extend(PaymentMethodAnswer, {
  /** Missing if the refresh token is for MANAGE only. */
  paymentMethod: z.optional(PaymentMethod),
  /** The saved card; only with `view` MANAGE. */
  savedCard: z.optional(SavedCard),
});
export type CardAnswer = z.infer<typeof CardAnswer>;

/**
 * `GET methods`, and `POST methods/<id>/remove`, `restore`, `default` and `edit`: the list as it is then; default first, then
 * newest, expired last.
 */
export const MethodsAnswer = z.object({ status: z.literal('OK'), methods: z.array(SavedCard) });
export type MethodsAnswer = z.infer<typeof MethodsAnswer>;
