import * as z from 'zod/mini';
import { BillingMethod, Currency } from '../billing/billing.ts';
import { DECLINE_CODES } from '../errors/errors.ts';
import { text } from '../forms/form-values.ts';
import { answer, id } from './answer.ts';

/** Questions to acquirers whose answer nobody knows. */

/** A question in doubt, or one whose notification has not come. */
export const UndecidedAttempt = z.strictObject({
  /** The idempotency key that it was asked under. */
  key: z.string(),
  account_id: id,
  payment_id: z.uuid(),
  transaction_id: z.string(),
  method: BillingMethod,
  /** With the currency's decimals: "10.00". */
  amount: z.string(),
  currency: Currency,
  /** Name of the acquirer that was asked. */
  processor: z.string(),
  /** Ours, by which the acquirer finds the operation. */
  reference: z.string(),
  /** The acquirer's name of the operation; null where it gave none. */
  processor_reference: z.nullable(z.string()),
  state: z.enum(['asking', 'in_doubt', 'received']),
  /** Why its answer is not known. */
  doubt: z.nullable(z.string()),
  tries: z.int(),
  asked_at: z.iso.datetime(),
});
export type UndecidedAttempt = z.infer<typeof UndecidedAttempt>;

/** What an acquirer has told that fits no payment: it changes nothing, and a person looks at it. */
export const KeptNotification = z.strictObject({
  /** Name of the acquirer, and the event's own id there. */
  id: z.string(),
  processor: z.string(),
  merchant_account: z.string(),
  /** The acquirer's name of the event. */
  event: z.string(),
  /** Why it was not applied. */
  reason: z.string(),
  received_at: z.iso.datetime(),
});
export type KeptNotification = z.infer<typeof KeptNotification>;

export const UndecidedAnswer = z.strictObject({
  ...answer,
  /** The oldest first, at most 200. */
  attempts: z.array(UndecidedAttempt),
  /** The newest first, at most 200. */
  notifications: z.array(KeptNotification),
});
export type UndecidedAnswer = z.infer<typeof UndecidedAnswer>;

/** What a person found at the acquirer. */
export const DecideRequest = z.strictObject({
  outcome: z.enum(['approved', 'declined']),
  /** The acquirer's name of the operation. Default: what is known of it. */
  processor_reference: z.optional(text(255)),
  /** Of an approval. Default: empty. */
  authcode: z.optional(text(16)),
  /** Of a decline. Default: `processing_error`. */
  decline_code: z.optional(z.enum(DECLINE_CODES)),
  /** Where the acquirer says so; the audit log keeps it. */
  evidence: text(500),
});
export type DecideRequest = z.infer<typeof DecideRequest>;
