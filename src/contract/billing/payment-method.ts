import * as z from 'zod/mini';
import { MethodCode } from '../cards/method-codes.ts';
import { Provider } from '../forms/provider-names.ts';

/** What stands behind a token. Rule: tokens/source. */
export const Source = z.enum(['card', ...Provider.options]);
export type Source = z.infer<typeof Source>;

/** Of the shopper's browser, beside the security code in the 3DS flow. Spec: Resources, Payment method object. */
export const Fingerprint = z.object({
  /** Public identifier of the wallet session; grants nothing. */
  walletSdkSessionId: z.string(),
  /** As the service sees it. */
  ip: z.string(),
  /** CSS pixels. */
  screenHeight: z.int(),
  /** Minutes, as `Date.prototype.getTimezoneOffset` gives them: -60 in winter in Paris. */
  timezoneOffset: z.int(),
  /** `navigator.userAgent` */
  browserAgent: z.string(),
});
export type Fingerprint = z.infer<typeof Fingerprint>;

/**
 * The payment method object `getPaymentMethod` resolves to; the merchant passes it to billing unmodified.
 * Spec: Resources, Payment method object.
 */
export const PaymentMethod = z.object({
  /** Passed to billing as `ccToken`. */
  cc_token: z.string(),
  /**
   * Set in the 3DS flow if the card has a code, else null. JWE of the code, bound to this token and the
   * wallet session.
   */
  encrypted_cvv: z.nullable(z.string()),
  /** The brand or provider as a shopper reads it ("Visa", "PayPal"). */
  name: z.string(),
  /** `alternative`: held by a provider, billed like a card. `instant` ones never leave the wallet. */
  type: z.enum(['card', 'alternative', 'instant']),
  /** Set in the 3DS flow, else null. */
  fingerprint: z.nullable(Fingerprint),
  /** The brand's or provider's code: `VI`, `PL`. */
  credit_type: MethodCode,
  /** Two digits, "03". */
  exp_month: z.string().check(z.regex(/^(0[1-9]|1[0-2])$/)),
  exp_year4: z.string().check(z.regex(/^[0-9]{4}$/)),
  /** An integer: a card ending 0042 gives 42. */
  last_4_digits: z.int(),
  first_6_digits: z.int(),
  /** `card`, or the provider that the method came from. */
  source: Source,
});
export type PaymentMethod = z.infer<typeof PaymentMethod>;

const Flag = z.union([z.literal(0), z.literal(1)]);

/** The record `pm` in billing answers. Spec: Resources, Payment method record. */
export const PaymentMethodRecord = z.object({
  id: z.int(),
  source: Source,
  issuer_short: MethodCode,
  /** Lowercase issuer name. */
  issuer_full: z.string(),
  /** Always four characters: "0042". */
  last_4_digits: z.string().check(z.regex(/^[0-9]{4}$/)),
  is_single_use: Flag,
  is_short_live: Flag,
  is_capped: Flag,
  is_expired: Flag,
  is_default: Flag,
  /** Spelt as in records; empty as yet. */
  metadata: z.array(z.object({ key: z.string(), value: z.string() })),
});
export type PaymentMethodRecord = z.infer<typeof PaymentMethodRecord>;
