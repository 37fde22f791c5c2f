import * as z from 'zod/mini';
import { BillingMethod, Currency } from './billing.ts';
import { Source } from './payment-method.ts';
import { PaymentTotals } from './payment-totals.ts';

/** `YYYY-MM-DD HH:MM:SS`, UTC. */
export const dateText = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/));

/** Whose the payment is and where it stands, and whether the money that this transaction moved is settled. Rule: billing/settlement. */
export const RecordTotals = z.extend(PaymentTotals, {
  /** The merchant that was paid, whose `merchant_ref` stands beside: an order of another merchant may have the same id. */
  merchant_id: z.int(),
  /**
   * When the capture or refund was settled; null before, and for what settles nothing: an AUTH, a VOID, a failure, a
   * capture that was voided. A settled capture takes REFUND, no VOID.
   */
  settled_at: z.nullable(dateText),
});

/** Spec: Resources, Transaction record, as the lookup gives it. */
export const TransactionRecord = z.object({
  user_id: z.int(),
  business_id: z.int(),
  child_business_id: z.nullable(z.int()),
  processor: z.string(),
  merchant_ref: z.string(),
  pm_id: z.int(),
  /** The `cc_token` used. */
  token: z.string(),
  /** The simulated network token. */
  external_token: z.string(),
  source: Source,
  method: BillingMethod,
  amount: z.number(),
  currency: Currency,
  /** The outcome of this operation; what became of the payment is in `sandbox`. Rule: billing/outcome-and-state. */
  status: z.enum(['PENDING', 'SUCCESS', 'FAILURE']),
  transaction_id: z.string(),
  order_id: z.string(),
  payment_id: z.uuid(),
  transaction_date: dateText,
  /** The transaction this one refers to; empty for the first of a payment. */
  ref_transaction_id: z.string(),
  /** Rises with the events of a payment. */
  log: z.int(),
  created_at: dateText,
  metadata: z.array(z.object({ key: z.string(), value: z.string() })),
  sandbox: RecordTotals,
});
export type TransactionRecord = z.infer<typeof TransactionRecord>;

/** Spec: Endpoints 5, response. */
export const TransactionAnswer = z.object({ transaction: TransactionRecord, status: z.literal('OK') });
export type TransactionAnswer = z.infer<typeof TransactionAnswer>;
