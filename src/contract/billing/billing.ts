import * as z from 'zod/mini';
import {
  amountText,
  cardTokenText,
  failsWith,
  integerBoolean,
  jsonObjectText,
  must,
  positiveInteger,
  text,
} from '../forms/form-values.ts';
import { CURRENCIES } from '../forms/names.ts';
import { ExternalId } from '../forms/users.ts';
import { PaymentMethodRecord, Source } from './payment-method.ts';
import { PaymentTotals } from './payment-totals.ts';

/** Spec: Endpoints 4, `method`, and VOID, named under `callback_url` alone. Rule: billing/methods. */
export const BillingMethod = z.enum(
  ['SALE', 'AUTH', 'CHARGE', 'REFUND', 'AUTH_3DS', 'SALE_3DS', 'VOID'],
  failsWith('method_unsupported'),
);
export type BillingMethod = z.infer<typeof BillingMethod>;

/** Methods that act on an earlier transaction; the others start a payment. */
export const FollowUpMethod = z.enum(['CHARGE', 'REFUND', 'VOID']);
export type FollowUpMethod = z.infer<typeof FollowUpMethod>;
export type StartMethod = Exclude<BillingMethod, FollowUpMethod>;

/** Spec: Endpoints 4. Rule: billing/currency. */
export const Currency = z.enum(CURRENCIES, failsWith('currency_unsupported'));
export type Currency = z.infer<typeof Currency>;

/**
 * The caller's own id of a transaction, or a reference to an earlier one. Not `.` and `..`, which every client takes out
 * of the lookup's address. Rule: billing/transaction-id.
 */
export const TransactionId = z
  .string()
  .check(
    z.regex(
      /^(?!\.{1,2}$)[A-Za-z0-9_.-]{1,64}$/,
      must("have 1 to 64 letters, digits, '_', '-' and '.', and not be '.' or '..'"),
    ),
  );

const address = must(
  'be an absolute http or https address of at most 2048 characters, without "#"',
  'callback_url_invalid',
);

/**
 * An http or https address, 2,048 characters at most. What it may point at is the service's to judge. Chosen: no fragment.
 * No receiver ever sees one: it is a `#` that was not escaped, and what follows it would be lost. Rule: callbacks/addresses.
 */
export const CallbackUrl = z
  .string()
  .check(z.maxLength(2048, address), z.regex(/^https?:\/\/[^\s\\#]+$/i, address));

/** Spec: Endpoints 4. Which of these a method requires is one table in the service. Rule: billing/needs. */
export const BillingForm = z.object({
  method: BillingMethod,
  /** Required but for VOID, where it must equal what is released. Rule: billing/void. */
  amount: z.optional(amountText),
  currency: z.optional(Currency),
  /** The token, or the whole object of `getPaymentMethod` as JSON. Rule: tokens/whole-object. */
  ccToken: z.optional(cardTokenText),
  merchant_id: z.optional(positiveInteger),
  merchantRef: z.optional(text(64)),
  orderID: z.optional(text(64)),
  transactionID: z.optional(TransactionId),
  metadata: z.optional(jsonObjectText),
  /** Gets the result as a JSON POST. Default: none; on a follow-up the one of its payment's start. */
  callback_url: z.optional(CallbackUrl),
  /** Whose card it must be: a token of another user is refused as an unknown one is. Default: not compared. */
  externalID: z.optional(ExternalId),
  /** The shopper is not logged in: a user's token is refused as an unknown one is. Default: not compared. */
  isGuest: z.optional(integerBoolean),
  /** Members of the payment method object that a backend may send on; they must be the token's own. */
  fingerprint: z.optional(jsonObjectText),
  encrypted_cvv: z.optional(text(4096)),
});
export type BillingForm = z.infer<typeof BillingForm>;

/** Spec: Resources, Billing transaction, `processorStatus`, which shows the first. */
export const ProcessorStatus = z.enum([
  'approved',
  'pending',
  '3ds_pending',
  'declined',
  'voided',
  'refunded',
  'error',
]);
export type ProcessorStatus = z.infer<typeof ProcessorStatus>;

/** PENDING while a challenge or an asynchronous processor is open, FAILURE on a decline. */
const TransactionStatus = z.enum(['OK', 'PENDING', 'FAILURE']);

/** Spec: Resources, Billing transaction (standard, non-3DS). */
export const StandardTransaction = z.object({
  status: TransactionStatus,
  authcode: z.string(),
  /** Unix seconds. */
  tstamp: z.int(),
  requestID: z.uuid(),
  processor: z.string(),
  source: Source,
  orderID: z.string(),
  amount: z.number(),
  transactionID: z.string(),
  /** While an asynchronous processor is open. */
  processorStatus: z.optional(z.literal('pending')),
  /** Where the transaction's `metadata` say `moto`: as with 3DS, with `IsKeyed` "1". Rule: billing/processor-data. */
  processorData: z.optional(z.record(z.string(), z.string())),
  sandbox: PaymentTotals,
});
export type StandardTransaction = z.infer<typeof StandardTransaction>;

/** Spec: Resources, Billing transaction (3DS response); of every operation on a payment that started with 3DS. */
export const ThreeDsTransaction = z.object({
  transactionReference: z.string(),
  /** Members by stage, all strings; an open list. Rule: billing/processor-data. */
  processorData: z.record(z.string(), z.string()),
  transactionDetails: z.object({ transactionReference: z.string() }),
  processorStatus: ProcessorStatus,
  status: TransactionStatus,
  processor: z.string(),
  source: Source,
  orderID: z.string(),
  paymentID: z.uuid(),
  /** A string only while `awaiting_confirmation` is 1. Spec: "string in the 3DS-start response, number in the CHARGE response". */
  amount: z.union([z.number(), z.string()]),
  transactionID: z.string(),
  /** While `awaiting_confirmation` is 1. */
  '3ds_confirmation_box_url': z.optional(z.string()),
  awaiting_confirmation: z.union([z.literal(0), z.literal(1)]),
  sandbox: PaymentTotals,
});
export type ThreeDsTransaction = z.infer<typeof ThreeDsTransaction>;

export const BillingTransaction = z.union([StandardTransaction, ThreeDsTransaction]);
export type BillingTransaction = z.infer<typeof BillingTransaction>;

/** Spec: Endpoints 4, response. A decline carries `transaction` and `pm` beside `error`. */
export const BillingAnswer = z.object({
  /** Of a payment that started with a 3DS method where it holds `awaiting_confirmation`. */
  transaction: BillingTransaction,
  pm: PaymentMethodRecord,
  status: z.literal('OK'),
});
export type BillingAnswer = z.infer<typeof BillingAnswer>;
