import * as z from 'zod/mini';
import { PaymentTotals } from './billing/payment-totals.ts';
import { DECLINE_CODES, ERROR_CODES, ERROR_TYPES, type ErrorType } from './errors/errors.ts';

/** What went wrong. Rule: requests/error-body. */
export const ErrorDetails = z.object({
  type: z.enum(Object.keys(ERROR_TYPES) as ErrorType[]),
  code: z.enum(ERROR_CODES),
  /** For developers; may change. */
  message: z.string(),
  /** The parameter at fault; a JSON pointer follows a `#` (`metadata#/a/b`). */
  param: z.optional(z.string()),
  /** With `card_declined` and `three_ds_failed`: why. */
  decline_code: z.optional(z.enum(DECLINE_CODES)),
  /** With a money rule's refusal: what the payment still allows. */
  sandbox: z.optional(PaymentTotals),
  doc_url: z.string(),
  request_id: z.uuid(),
});

/** The body of every refusal, as the HTTP API sends it. Spec: Errors (shape not shown). */
export const ErrorBody = z.object({ status: z.literal('ERROR'), error: ErrorDetails });
export type ErrorBody = z.infer<typeof ErrorBody>;
