import * as z from 'zod/mini';
import { amountText, failsWith, jsonObjectText, positiveInteger, text } from './form-values.ts';
import { PaymentFigures } from './payment-figures.ts';
import { PaymentMethodRecord, Source } from './payment-method.ts';

/** Spec: Endpoints 4, `method`. The 3DS methods and VOID come with their own issues. */
export const BillingMethod = z.enum(['SALE', 'AUTH', 'CHARGE', 'REFUND'], failsWith('method_unsupported'));
export type BillingMethod = z.infer<typeof BillingMethod>;

/** Spec: Endpoints 4 lists USD and EUR, rule 3 needs GBP in the sandbox. Chosen: service.md B5. */
export const Currency = z.enum(['USD', 'EUR', 'GBP'], failsWith('currency_unsupported'));
export type Currency = z.infer<typeof Currency>;

/** The caller's own id of a transaction, or a reference to an earlier one. Chosen: service.md B2. */
export const TransactionId = z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,64}$/));

/** Spec: Endpoints 4. Which of these a method requires is one table in the service (service.md 1.2). */
export const BillingForm = z.object({
  method: BillingMethod,
  amount: amountText,
  currency: Currency,
  ccToken: z.optional(text(4096)),
  merchant_id: z.optional(positiveInteger),
  merchantRef: z.optional(text(64)),
  orderID: z.optional(text(64)),
  transactionID: z.optional(TransactionId),
  metadata: z.optional(jsonObjectText),
});
export type BillingForm = z.infer<typeof BillingForm>;

/** Spec: Resources, Billing transaction (standard, non-3DS). `status` FAILURE on a decline (service.md P2). */
export const BillingTransaction = z.object({
  status: z.enum(['OK', 'FAILURE']),
  authcode: z.string(),
  /** Unix seconds. */
  tstamp: z.int(),
  requestID: z.uuid(),
  processor: z.string(),
  source: Source,
  orderID: z.string(),
  amount: z.number(),
  transactionID: z.string(),
  sandbox: PaymentFigures,
});
export type BillingTransaction = z.infer<typeof BillingTransaction>;

/** Spec: Endpoints 4, response. A decline carries `transaction` and `pm` beside `error` (service.md E4). */
export const BillingAnswer = z.object({
  transaction: BillingTransaction,
  pm: PaymentMethodRecord,
  status: z.literal('OK'),
});
export type BillingAnswer = z.infer<typeof BillingAnswer>;
