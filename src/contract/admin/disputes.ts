import * as z from 'zod/mini';
import { TransactionId } from '../billing/billing.ts';
import { REVERSALS } from '../billing/callback.ts';
import { PaymentTotals } from '../billing/payment-totals.ts';
import { amountText } from '../forms/form-values.ts';
import { answer } from './answer.ts';

/** What the simulated acquirer is to do with a payment's money afterwards. */
export const DisputeRequest = z.strictObject({
  event: z.enum(REVERSALS),
  /** Default: of a chargeback all that is left to take back, or that is in dispute; of the others the whole operation. */
  amount: z.optional(amountText),
  /** The operation. Default: of a chargeback the start; of the others the newest one that can be meant. */
  transaction_id: z.optional(TransactionId),
});
export type DisputeRequest = z.infer<typeof DisputeRequest>;

/** What the acquirer did. Its notification has reached the service, and is applied at once or, where others are before it, soon. */
export const DisputeAnswer = z.strictObject({
  ...answer,
  event: z.enum(REVERSALS),
  transaction_id: TransactionId,
  amount: z.string(),
  currency: z.string(),
  payment_state: PaymentTotals.shape.payment_state,
});
export type DisputeAnswer = z.infer<typeof DisputeAnswer>;
