import * as z from 'zod/mini';
import { BillingMethod, Currency, FollowUpMethod, TransactionId } from '../billing/billing.ts';
import { PaymentTotals } from '../billing/payment-totals.ts';
import { TRANS_STATUSES } from '../billing/trans-status.ts';
import { TransactionRecord } from '../billing/transaction.ts';
import { MethodCode } from '../cards/method-codes.ts';
import { DECLINE_CODES } from '../errors/errors.ts';
import { amountText, positiveInteger, text } from '../forms/form-values.ts';
import { Provider } from '../forms/provider-names.ts';
import { answer, id } from './answer.ts';
import { AdminCallback } from './callbacks.ts';
import { TimelineEntry } from './timeline.ts';

/** Payments as the inspector shows them: of all accounts, each with its operations and what happened around it. */

const PaymentState = PaymentTotals.shape.payment_state;

/** Opaque cursor: `next` of the page before. */
const PaymentCursor = z.string().check(z.regex(/^[0-9A-Z]{26}$/));

/** Which payments to list: newest first, 50 a page. */
export const PaymentQuery = z.strictObject({
  /** Default: all accounts. */
  account_id: z.optional(positiveInteger),
  /**
   * A whole order, transaction or payment id, or the `order_id` of a start's metadata among the latest 2,000 transactions; if
   * nothing has that id, a card's last four digits or the shop's id of a user.
   */
  search: z.optional(text(255)),
  state: z.optional(PaymentState),
  /** `next` of the page before. */
  before: z.optional(PaymentCursor),
});
export type PaymentQuery = z.infer<typeof PaymentQuery>;

/** A payment in a list. */
export const PaymentSummary = z.strictObject({
  payment_id: z.uuid(),
  account_id: id,
  account_name: z.string(),
  merchant_id: id,
  merchant_ref: z.string(),
  order_id: z.string(),
  /** `order_id` of its start's metadata: how a payment that a page starts can say its order. Null where there is none. */
  metadata_order_id: z.nullable(z.string()),
  /** Of its start. */
  transaction_id: z.string(),
  /** Of its start. */
  method: BillingMethod,
  /** Of its start, with the currency's decimals: "10.00". */
  amount: z.string(),
  currency: Currency,
  /** As stored: what is due now may not be done yet. */
  state: PaymentState,
  user_id: id,
  /** The shop's id of the user; null for guests and for sandbox tokens. */
  external_id: z.nullable(z.string()),
  /** The card's brand, or the provider. */
  brand: MethodCode,
  /** Null for a provider's method. */
  last4: z.nullable(z.string()),
  /** Null for a card. */
  provider: z.nullable(Provider),
  created_at: z.iso.datetime(),
});
export type PaymentSummary = z.infer<typeof PaymentSummary>;

/**
 * State, last four digits, user and metadata have no index, so one answer searches at most 2,000 transactions. A page may then
 * be short or empty although `next` is not null, and `searched_until` says how far the search has come.
 */
export const PaymentsAnswer = z.strictObject({
  ...answer,
  payments: z.array(PaymentSummary),
  /** For the next page; null on the last one. */
  next: z.nullable(z.string()),
  /** The creation time of the oldest payment that was searched without an index; null if all were. */
  searched_until: z.nullable(z.iso.datetime()),
});
export type PaymentsAnswer = z.infer<typeof PaymentsAnswer>;

/** An operation: the record of the lookup, but with the token masked, and how it ended. */
export const PaymentOperation = z.extend(TransactionRecord, {
  /** `cc_…` and its last four characters. */
  token: z.string(),
  /** ISO 8583; empty while it is pending. */
  return_code: z.string(),
  decline_code: z.nullable(z.enum(DECLINE_CODES)),
  /** The `Request-Id` of the billing call. */
  request_id: z.uuid(),
  /** The issuer's result that came after the end of the challenge and changed nothing. */
  late_result: z.nullable(z.enum(TRANS_STATUSES)),
});
export type PaymentOperation = z.infer<typeof PaymentOperation>;

/** A follow-up that billing would take at this moment. */
export const FollowUp = z.strictObject({
  method: FollowUpMethod,
  /** The transaction to refer to. */
  transaction_id: z.string(),
  /** The largest possible amount, with the currency's decimals; for a VOID exactly what it releases. */
  amount: z.string(),
});
export type FollowUp = z.infer<typeof FollowUp>;

export const AdminPayment = z.strictObject({
  ...PaymentSummary.shape,
  figures: PaymentTotals,
  /** When the authorisation ends; null if nothing can be captured. */
  authorisation_expires_at: z.nullable(z.iso.datetime()),
  /** The wallet session that its token came from; null for sandbox tokens. */
  wallet_session_id: z.nullable(z.string()),
  /** Oldest first. */
  operations: z.array(PaymentOperation),
  /** Empty where none is possible. */
  follow_ups: z.array(FollowUp),
  /** Oldest first. */
  callbacks: z.array(AdminCallback),
  /** Oldest first. */
  timeline: z.array(TimelineEntry),
  /** Other payments of the same order, newest first, 20 at most. */
  other_attempts: z.array(PaymentSummary),
});
export type AdminPayment = z.infer<typeof AdminPayment>;

export const PaymentAnswer = z.strictObject({ ...answer, payment: AdminPayment });
export type PaymentAnswer = z.infer<typeof PaymentAnswer>;

/**
 * `POST /api/payments/<payment_id>/follow-ups`. Bills as the merchant's backend would, with all rules and refusals of billing,
 * and is in the audit log. An `Idempotency-Key` in the header makes it safe to send again.
 */
export const FollowUpRequest = z.strictObject({
  method: FollowUpMethod,
  /** The transaction to refer to: one of this payment. */
  transaction_id: TransactionId,
  /** Required but for VOID, which releases all it can. */
  amount: z.optional(amountText),
});
export type FollowUpRequest = z.infer<typeof FollowUpRequest>;

/** A decline is an answer: `operation.status` is FAILURE. */
export const FollowUpAnswer = z.strictObject({ ...answer, operation: PaymentOperation });
export type FollowUpAnswer = z.infer<typeof FollowUpAnswer>;
