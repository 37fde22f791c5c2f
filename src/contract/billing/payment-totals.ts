import * as z from 'zod/mini';
import { TRANS_STATUSES } from './trans-status.ts';

/**
 * What became of the payment a transaction belongs to; amounts are decimal strings. PENDING_PROVIDER: an instant payment
 * that nobody has finished yet. PENDING_PROCESSOR: an AUTH that the processor has not decided yet. CHARGED_BACK: the
 * cardholder's bank took some of it back. Rule: billing/outcome-and-state, billing/reversals.
 */
export const PaymentTotals = z.object({
  payment_state: z.enum([
    'PENDING_3DS',
    'PENDING_PROVIDER',
    'PENDING_PROCESSOR',
    'FAILED',
    'VOIDED',
    'EXPIRED',
    'CHARGED_BACK',
    'REFUNDED',
    'PARTIALLY_REFUNDED',
    'CAPTURED',
    'PARTIALLY_CAPTURED',
    'AUTHORISED',
  ]),
  authorised: z.string(),
  captured: z.string(),
  /** What an asynchronous processor is still capturing; neither `captured` yet nor `remaining`. */
  capture_pending: z.string(),
  refunded: z.string(),
  /** What it is still giving back; a REFUND may take `captured` less `refunded`, this and `charged_back`. */
  refund_pending: z.string(),
  /** What the cardholder's bank has taken back, disputes that were lost included; left out where that is nothing. */
  charged_back: z.optional(z.string()),
  remaining: z.string(),
  /** Of a payment that started with a 3DS method: EMV's `transStatus` (C: a challenge is open) and the ECI. */
  three_ds: z.optional(z.object({ trans_status: z.enum(['C', ...TRANS_STATUSES]), eci: z.string() })),
});
export type PaymentTotals = z.infer<typeof PaymentTotals>;
