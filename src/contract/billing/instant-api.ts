import * as z from 'zod/mini';
import { DECLINE_CODES } from '../errors/errors.ts';
import { amountText, integerBoolean, jsonObjectText, must, positiveInteger } from '../forms/form-values.ts';
import { Provider, ProviderUse } from '../forms/provider-names.ts';
import { CallbackUrl, Currency } from './billing.ts';
import { PaymentMethod } from './payment-method.ts';

/**
 * Payments at a provider, for the wallet frame alone: `POST instant` starts one, `GET instant/<attempt>` tells how it
 * stands, `POST instant/<attempt>/cancel` ends it if nothing else has.
 */

/** The frame's own name for one wish to pay: the same again is the same payment, never a second. */
export const Attempt = z
  .string()
  .check(z.regex(/^[A-Za-z0-9-]{8,64}$/, must("have 8 to 64 letters, digits and '-'")));

/** How the shopper gets to the provider and back: a window beside the page, or the page itself. */
export const OpeningMode = z.enum(['window', 'redirect']);
export type OpeningMode = z.infer<typeof OpeningMode>;

/** `POST instant`. Money, addresses and metadata are `payment_details` of the page; they are fixed from here on. */
export const InstantForm = z.object({
  attempt: Attempt,
  merchant_id: positiveInteger,
  method: Provider,
  opens: OpeningMode,
  currency: Currency,
  amount: amountText,
  /** On an origin registered for the publishable key, https or loopback. */
  return_url: z.optional(
    z.string().check(z.maxLength(2048, must('have at most 2048 characters', 'return_url_forbidden'))),
  ),
  /** One of the merchant's `notificationUrls`; while there are none, on an origin registered for the publishable key. */
  callback_url: z.optional(CallbackUrl),
  metadata: z.optional(jsonObjectText),
  /** Keep an alternative method once a billing with it succeeds; ignored for guests and instant ones. */
  saveForLater: z.optional(integerBoolean),
});
export type InstantForm = z.infer<typeof InstantForm>;

/** How a payment at a provider stands; what has ended stays as it is. */
export const InstantPayment = z.object({
  attempt: Attempt,
  method: Provider,
  use: ProviderUse,
  status: z.enum(['PENDING', 'SUCCESS', 'FAILURE']),
  /** Where the provider asks the shopper; while PENDING. */
  provider_url: z.optional(z.string()),
  /** Of an instant one: the transaction it is recorded as. */
  transaction_id: z.optional(z.string()),
  /** Of an alternative one that succeeded: what to bill. */
  payment_method: z.optional(PaymentMethod),
  /** Beside it: the shopper's address as the service sees it, for the fingerprint of the 3DS flow. */
  ip: z.optional(z.string()),
  /** With `payment_method`: `seq` of the session's newest event; a challenge for its token comes after that. */
  seq: z.optional(z.int()),
  /** Why it failed. */
  failure_code: z.optional(z.enum(DECLINE_CODES)),
});
export type InstantPayment = z.infer<typeof InstantPayment>;

export const InstantAnswer = z.object({ status: z.literal('OK'), payment: InstantPayment });
export type InstantAnswer = z.infer<typeof InstantAnswer>;
