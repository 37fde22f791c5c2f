import * as z from 'zod/mini';

/** Events of a payment, from the store and from the list of recent requests. */

/** Who did it: the shop's page (with the SDK), the wallet's frame, the shop's backend, the operator by the admin API, … */
const Actor = z.enum([
  'page',
  'wallet',
  'backend',
  'operator',
  'challenge',
  'provider',
  'processor',
  'callback',
  'clock',
]);

export const TimelineEntry = z.strictObject({
  /** By the service's clock. */
  at: z.iso.datetime(),
  actor: Actor,
  kind: z.enum([
    /** The shop's backend created a refresh token. */
    'refresh-token-created',
    /** The page connected for the first time: `detail` is its origin. */
    'session-opened',
    /** A request of this session or about this transaction: `request` says which. */
    'request',
    /** The token that was billed was handed to the page. */
    'token-minted',
    /** An operation began: `detail` is its method. */
    'operation-started',
    /** It ended: `detail` is SUCCESS, or the decline code. */
    'operation-ended',
    /** What became of its money afterwards: `detail` is a callback's `info`, such as CHARGEBACK_OPENED, and the amount. */
    'reversal',
    /** The bank asks. */
    'challenge-created',
    /** The bank decided without asking: `detail` is EMV's `transStatus`. */
    'challenge-not-asked',
    /** The page got an event: `detail` is `3ds_required`, `3ds_opened`, `3ds_result` or `3ds_moved`. */
    'session-told',
    /** The box was shown. */
    'challenge-shown',
    /** `detail`: PASSED, FAILED, CANCELLED, VOIDED or TIMED_OUT. */
    'challenge-ended',
    /** The issuer's result came after the end and changed nothing. Its time is not stored, so it is listed right after the end. */
    'challenge-late-result',
    /** A provider was asked: `detail` is its name. */
    'provider-opened',
    /** `detail`: APPROVED, REFUSED, CANCELLED or TIMED_OUT. */
    'provider-ended',
    /** A callback was created: `detail` is its `info`. */
    'callback-written',
    /** It was sent once: `http_status` is the receiver's, `detail` says why there was none. */
    'callback-attempt',
    /** Money that an operation moved was settled. */
    'settled',
    /** The authorisation expired. */
    'authorisation-expired',
  ]),
  detail: z.nullable(z.string()),
  transaction_id: z.nullable(z.string()),
  callback_id: z.nullable(z.string()),
  /** Of an answer, the service's or the receiver's. */
  http_status: z.nullable(z.int()),
  /** The request that the entry is, or belongs to, if it is still in memory. */
  request: z.nullable(
    z.strictObject({
      request_id: z.uuid(),
      method: z.string(),
      /** The pattern: `/wallet/api/v1/methods/:id/remove`. */
      route: z.string(),
      error_code: z.nullable(z.string()),
      milliseconds: z.number(),
    }),
  ),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;
