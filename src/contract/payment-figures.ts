import * as z from 'zod/mini';

/** What became of the payment a transaction belongs to; amounts are decimal strings. Chosen: service.md P1, 2.1. */
export const PaymentFigures = z.object({
  payment_state: z.enum([
    'FAILED',
    'EXPIRED',
    'REFUNDED',
    'PARTIALLY_REFUNDED',
    'CAPTURED',
    'PARTIALLY_CAPTURED',
    'AUTHORISED',
  ]),
  authorised: z.string(),
  captured: z.string(),
  refunded: z.string(),
  remaining: z.string(),
});
export type PaymentFigures = z.infer<typeof PaymentFigures>;
