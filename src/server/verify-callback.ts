import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallbackBody } from '../contract/billing/callback.ts';

const DEFAULT_TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';

/** Headers as `fetch` servers or Node's own give them; names in lower case in a plain object. */
export type CallbackHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

type CallbackRequest = {
  readonly headers: CallbackHeaders;
  /** The body as it came, byte for byte: not parsed and written again. */
  readonly body: string | Uint8Array;
  /** The account's `whsec_…`. */
  readonly secret: string;
  /** Seconds by which the timestamp may differ from this machine's clock. Default: 300. */
  readonly tolerance?: number;
};

export type CallbackErrorCode =
  | 'headers_missing'
  | 'timestamp_invalid'
  | 'timestamp_out_of_tolerance'
  | 'signature_invalid'
  | 'secret_invalid';

/** The request is no callback of the service, or not one of now: answer 400 and believe nothing of it. */
export class CallbackVerificationError extends Error {
  readonly code: CallbackErrorCode;

  constructor(code: CallbackErrorCode, message: string) {
    super(message);
    this.name = 'CallbackVerificationError';
    this.code = code;
  }
}

/**
 * The body of a callback, once its signature, as of Standard Webhooks, and time are proven good. The same callback may
 * come more than once, with the same `webhook-id` header: remember the ids you have dealt with. Order callbacks of a
 * payment by `transaction.log`.
 *
 * Raises `CallbackVerificationError`. Spec: Events, Payment callback. Rule: callbacks/signing.
 */
export function verifyCallback(request: CallbackRequest): CallbackBody {
  const id = header(request.headers, 'webhook-id');
  const timestamp = header(request.headers, 'webhook-timestamp');
  refuseTime(timestamp, request.tolerance ?? DEFAULT_TOLERANCE_SECONDS);
  const body = typeof request.body === 'string' ? Buffer.from(request.body) : request.body;
  const expected = createHmac('sha256', keyOf(request.secret))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest();
  const given = header(request.headers, 'webhook-signature').split(' ');
  // Two during a rotation of the secret.
  if (!given.some((signature) => isSame(signature, expected))) {
    throw new CallbackVerificationError(
      'signature_invalid',
      'Cannot verify the callback: found no signature made with this secret over this body',
    );
  }
  return signedBody(body);
}

/** Only the service can have signed it, so it has the shape of its contract. */
function signedBody(body: Uint8Array): CallbackBody {
  return JSON.parse(Buffer.from(body).toString()) as CallbackBody;
}

function refuseTime(timestamp: string, tolerance: number) {
  if (!/^[0-9]{1,12}$/.test(timestamp)) {
    throw new CallbackVerificationError(
      'timestamp_invalid',
      "Cannot verify the callback: header 'webhook-timestamp' is no number of seconds",
    );
  }
  const age = Math.floor(Date.now() / 1000) - Number(timestamp);
  // Not `>`: a tolerance that is no number must let nothing pass.
  if (Math.abs(age) <= tolerance) return;
  throw new CallbackVerificationError(
    'timestamp_out_of_tolerance',
    `Cannot verify the callback: its timestamp is ${age} seconds old, expected at most ${tolerance} either way`,
  );
}

function header(headers: CallbackHeaders, name: string): string {
  const value = isGetter(headers) ? headers.get(name) : headers[name];
  const [text] = Array.isArray(value) ? value : [value];
  if (typeof text === 'string' && text !== '') return text;
  throw new CallbackVerificationError(
    'headers_missing',
    `Cannot verify the callback: found no header '${name}'`,
  );
}

function isGetter(headers: CallbackHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}

function keyOf(secret: string): Uint8Array {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  if (secret.startsWith(SECRET_PREFIX) && key.length > 0) return key;
  throw new CallbackVerificationError(
    'secret_invalid',
    "Cannot verify the callback: the secret is not one, expected 'whsec_' and its key",
  );
}

function isSame(signature: string, expected: Uint8Array): boolean {
  const [version, text = ''] = signature.split(',');
  const given = Buffer.from(text, 'base64');
  return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
}
