import * as z from 'zod/mini';
import { must, positiveInteger, text } from '../forms/form-values.ts';
import { answer } from './answer.ts';

/**
 * The last 1,000 requests of this process, in memory, without bodies, tokens and keys. Of the admin API's own requests only
 * follow-ups are listed.
 */

/** A whole number of a query, from 0. */
const wholeNumber = z.pipe(
  z.string().check(z.regex(/^(0|[1-9][0-9]{0,14})$/, must('be a whole number from 0'))),
  z.transform((digits: string) => Number(digits)),
);

/** Newest first, 200 at most. All filters apply together. */
export const RequestQuery = z.strictObject({
  /** Only newer ones: `last` of an earlier answer. For polling. */
  after: z.optional(wholeNumber),
  /** Only older ones: a `seq`. */
  before: z.optional(positiveInteger),
  account_id: z.optional(positiveInteger),
  /** Only refusals and failures. */
  failed: z.optional(z.literal('1')),
  request_id: z.optional(z.uuid()),
  wallet_session_id: z.optional(text(64)),
  transaction_id: z.optional(text(64)),
  order_id: z.optional(text(64)),
});
export type RequestQuery = z.infer<typeof RequestQuery>;

/** The switches of `/api/faults` that affect a single request. */
const RequestFault = z.enum(['refuse', 'slow_ms', 'providers_down', 'processor_down']);
export type RequestFault = z.infer<typeof RequestFault>;

export const AdminRequest = z.strictObject({
  /** Counts the requests of this process, without gaps. */
  seq: z.int(),
  /** When it was answered, by the service's clock. */
  at: z.iso.datetime(),
  request_id: z.uuid(),
  /** `none` where what came was no HTTP request. */
  method: z.string(),
  /** The pattern, such as `/wallet/api/v1/transactions/:transaction_id`, or `none`; never an address as it was sent. */
  route: z.string(),
  /** For the route `none`: the path, with `…` for each part that could be an id, a key or a number; never the query. */
  path: z.nullable(z.string()),
  /** HTTP. */
  status: z.int(),
  /** One of `error.code`; null where the request was done. */
  error_code: z.nullable(z.string()),
  /** Why a card was declined; else null. */
  decline_code: z.nullable(z.string()),
  /** Until the answer's first byte. */
  milliseconds: z.number(),
  /** This and the following are null if the request did not name them, or was refused earlier. */
  account_id: z.nullable(z.int()),
  merchant_id: z.nullable(z.int()),
  wallet_session_id: z.nullable(z.string()),
  transaction_id: z.nullable(z.string()),
  order_id: z.nullable(z.string()),
  /** The page's origin, of a token exchange or a frame. */
  origin: z.nullable(z.string()),
  /** The fault switch that slowed it or made it fail; else null. */
  fault: z.nullable(RequestFault),
  /** Names of ignored parameters, as in `Sandbox-Ignored-Params`. */
  ignored: z.array(z.string()),
});
export type AdminRequest = z.infer<typeof AdminRequest>;

export const RequestsAnswer = z.strictObject({
  ...answer,
  requests: z.array(AdminRequest),
  /** The newest `seq` there is: the next `after`. 0 before the first request. */
  last: z.int(),
  /** The oldest `seq` that is held. */
  oldest: z.int(),
  /** Identifies this process's list. If it has changed, the service was restarted: begin again at `after=0`. */
  list_id: z.uuid(),
});
export type RequestsAnswer = z.infer<typeof RequestsAnswer>;
