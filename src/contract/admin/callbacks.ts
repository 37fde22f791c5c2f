import * as z from 'zod/mini';
import { AdminCallback } from '../admin-api.ts';

/** One callback whole, and the test of a receiver. */

const answer = { status: z.literal('OK') };

export const CallbackDetails = z.strictObject({
  ...AdminCallback.shape,
  account_id: z.int(),
  /** As sent, but with the tokens of the card masked: JSON. */
  body: z.string(),
});
export type CallbackDetails = z.infer<typeof CallbackDetails>;

/** Of `GET /api/callbacks/<id>`. */
export const CallbackAnswer = z.strictObject({ ...answer, callback: CallbackDetails });
export type CallbackAnswer = z.infer<typeof CallbackAnswer>;

/** A request as the service sends it, signed for this moment: receivers take it for five minutes. */
export const SignedRequest = z.strictObject({
  method: z.literal('POST'),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Byte for byte. It holds the card token, which nothing else of the inspector shows. */
  body: z.string(),
});
export type SignedRequest = z.infer<typeof SignedRequest>;

/** Of `GET /api/callbacks/<id>/request`: for a copy as curl. */
export const CallbackRequestAnswer = z.strictObject({ ...answer, request: SignedRequest });
export type CallbackRequestAnswer = z.infer<typeof CallbackRequestAnswer>;

/**
 * `POST /api/callbacks/test`: one event of no payment, sent at once and once, signed like any. Raises
 * `callback_url_invalid`, `callback_url_forbidden`.
 */
export const CallbackTest = z.strictObject({
  account_id: z.int().check(z.minimum(1)),
  url: z.string().check(z.minLength(1), z.maxLength(2048)),
});
export type CallbackTest = z.infer<typeof CallbackTest>;

export const CallbackTestAnswer = z.strictObject({
  ...answer,
  /** What was sent. Its ids begin with `test_`, and its metadata has `sandbox_test`. */
  request: SignedRequest,
  /** HTTP status; null when there was no answer. */
  answer_status: z.nullable(z.int()),
  /** The first 2 KB of the answer, as text; the receiver's words, never to be shown as anything else. */
  answer_start: z.nullable(z.string()),
  /** Why there was no answer, such as `connection_failed`. */
  failure: z.nullable(z.string()),
  milliseconds: z.number(),
});
export type CallbackTestAnswer = z.infer<typeof CallbackTestAnswer>;
