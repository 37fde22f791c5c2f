import * as z from 'zod/mini';
import { BillingMethod, Currency } from './billing.ts';
import { Source } from './payment-method.ts';
import { dateText } from './transaction.ts';

/**
 * What may become of money after its operation has succeeded: the capture or refund did not last, or the cardholder's bank
 * took a capture back, and the dispute of that was won or lost. Rule: billing/reversals.
 */
export const REVERSALS = [
  'CAPTURE_REVERSED',
  'REFUND_REVERSED',
  'CHARGEBACK_OPENED',
  'CHARGEBACK_WON',
  'CHARGEBACK_LOST',
] as const;
export type Reversal = (typeof REVERSALS)[number];

/** What a callback tells, a closed list. Spec: Events, Payment callback (CHARGE_SUCCEEDED). Rule: callbacks/info. */
export const CallbackInfo = z.enum([
  'SALE_SUCCEEDED',
  'SALE_FAILED',
  'AUTH_SUCCEEDED',
  'AUTH_FAILED',
  'CHARGE_SUCCEEDED',
  'CHARGE_FAILED',
  'REFUND_SUCCEEDED',
  'REFUND_FAILED',
  'VOID_SUCCEEDED',
  'VOID_FAILED',
  'AUTH_3DS_SUCCEEDED',
  'AUTH_3DS_FAILED',
  'SALE_3DS_SUCCEEDED',
  'SALE_3DS_FAILED',
  'AUTH_EXPIRED',
  ...REVERSALS,
]);
export type CallbackInfo = z.infer<typeof CallbackInfo>;

/** Spec: Resources, Transaction record, as a callback gives it: ids, amount and `log` are strings. */
export const CallbackTransaction = z.object({
  user_id: z.string(),
  business_id: z.string(),
  child_business_id: z.nullable(z.int()),
  processor: z.string(),
  merchant_ref: z.string(),
  pm_id: z.string(),
  token: z.string(),
  external_token: z.string(),
  source: Source,
  method: BillingMethod,
  /** With the currency's decimals: "10.00". */
  amount: z.string(),
  currency: Currency,
  status: z.enum(['SUCCESS', 'FAILURE']),
  transaction_id: z.string(),
  order_id: z.string(),
  payment_id: z.uuid(),
  transaction_date: dateText,
  /** The transaction this one refers to; empty for the first of a payment. */
  ref_transaction_id: z.string(),
  /** Rises with the events of a payment: callbacks may arrive in another order. */
  log: z.string(),
  created_at: dateText,
  /**
   * `callback_url`, `processor_transaction_id`, `transactionDetails`, the merchant's own; `failure_code` where `isSuccess` is
   * "0"; of a reversal `reversal_amount`.
   */
  metadata: z.array(z.object({ key: z.string(), value: z.string() })),
});
export type CallbackTransaction = z.infer<typeof CallbackTransaction>;

/**
 * Spec: Events, Payment callback. An answer of 2xx is receipt; after 410 it is not sent again; after any other
 * answer, or none within 15 s, it is. Rule: callbacks/answers.
 */
export const CallbackBody = z.object({
  transaction: CallbackTransaction,
  notification_details: z.object({ isSuccess: z.enum(['1', '0']), info: CallbackInfo }),
});
export type CallbackBody = z.infer<typeof CallbackBody>;
