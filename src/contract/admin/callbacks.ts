import * as z from 'zod/mini';
import { CallbackInfo } from '../billing/callback.ts';
import { positiveInteger } from '../forms/form-values.ts';
import { answer, id, pageAnswer } from './answer.ts';

/** Callbacks with their attempts, the details of one, and the test of a receiver. */

const CallbackStatus = z.enum(['waiting', 'sending', 'delivered', 'stopped', 'exhausted']);

/** Which callbacks of an account to list: newest first, 50 a page. */
export const CallbackQuery = z.strictObject({
  account_id: positiveInteger,
  /** Only callbacks that were given up, or that failed and are sent again. Default: all. */
  status: z.optional(z.enum(['exhausted', 'failing'])),
  /** `next` of the page before. */
  before: z.optional(positiveInteger),
});
export type CallbackQuery = z.infer<typeof CallbackQuery>;

/** One attempt to deliver a callback, of this round or an earlier one. */
export const AdminAttempt = z.strictObject({
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime(),
  /** HTTP status; null when there was no answer. */
  answer_status: z.nullable(z.int()),
  /** The first 2 KB of the answer, as text; the receiver's words, never to be shown as anything else. */
  answer_start: z.nullable(z.string()),
  /** Why there was no answer. */
  failure: z.nullable(z.string()),
});
export type AdminAttempt = z.infer<typeof AdminAttempt>;

export const AdminCallback = z.strictObject({
  /** The `webhook-id` of every attempt. */
  id: z.string(),
  payment_id: z.uuid(),
  order_id: z.string(),
  transaction_id: z.string(),
  info: CallbackInfo,
  url: z.string(),
  status: CallbackStatus,
  /** Attempts of this round. */
  tries: z.int(),
  /** Time of the next attempt, if there is one. ISO 8601 in UTC, as the others. */
  due_at: z.nullable(z.iso.datetime()),
  /** Nothing is sent to its receiver until then, because it answered 429, 502, 503 or 504; else null. */
  held_until: z.nullable(z.iso.datetime()),
  created_at: z.iso.datetime(),
  ended_at: z.nullable(z.iso.datetime()),
  /** Oldest first. */
  attempts: z.array(AdminAttempt),
});
export type AdminCallback = z.infer<typeof AdminCallback>;

export const CallbacksAnswer = z.strictObject({
  ...pageAnswer,
  callbacks: z.array(AdminCallback),
});
export type CallbacksAnswer = z.infer<typeof CallbacksAnswer>;

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

/** A request as the service sends it, signed now: receivers accept it for five minutes. */
export const SignedRequest = z.strictObject({
  method: z.literal('POST'),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Byte for byte. It contains the card token, which the inspector shows nowhere else. */
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
  account_id: id,
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
