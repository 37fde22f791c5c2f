import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallbackBody } from '../contract/billing/callback.ts';

const DEFAULT_TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';
/** The least that Standard Webhooks takes. */
const SHORTEST_KEY = 24;

/**
 * Headers as `fetch` servers or Node's own give them, `headersDistinct` too; a `Map` or a plain object. Names are found
 * whatever their case.
 */
export type CallbackHeaders =
  | { get(name: string): string | null }
  | ReadonlyMap<string, string | readonly string[] | undefined>
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type CallbackRequest = {
  readonly headers: CallbackHeaders;
  /** The body as it came, byte for byte: not parsed, not written again. In Express that is `express.raw`'s. */
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
  | 'secret_invalid'
  | 'body_invalid';

/**
 * The request is no callback of the service, or not one of now: answer 400 and believe nothing of it. With `secret_invalid`
 * or `body_invalid` it is your receiver that is wrong.
 */
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
  const key = keyOf(request.secret);
  const body = rawBody(request.body);
  const id = header(request.headers, 'webhook-id');
  const timestamp = header(request.headers, 'webhook-timestamp');
  refuseTime(timestamp, request.tolerance ?? DEFAULT_TOLERANCE_SECONDS);
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  // Two during a rotation of the secret.
  const signatures = header(request.headers, 'webhook-signature').split(' ');
  if (!signatures.some((signature) => isSame(signature, expected))) {
    throw new CallbackVerificationError(
      'signature_invalid',
      'Cannot verify the callback: found no signature made with this secret over this body',
    );
  }
  return parseBody(body);
}

/** Only the service can have signed it, so it has the shape of its contract. */
function parseBody(body: Uint8Array): CallbackBody {
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

/** Several signatures may come in headers of their own; of the others the first counts. */
function header(headers: CallbackHeaders, name: string): string {
  const value = headerValue(headers, name);
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const text = name === 'webhook-signature' ? values.join(' ') : values[0];
  if (typeof text === 'string' && text !== '') return text;
  throw new CallbackVerificationError(
    'headers_missing',
    `Cannot verify the callback: found no header '${name}'`,
  );
}

function headerValue(headers: CallbackHeaders, name: string): unknown {
  if (isGetter(headers)) return headers.get(name) ?? anyCase(headers, name);
  return headers[name] ?? anyCase(Object.entries(headers), name);
}

/** Finds a name in any case, where the names can be listed. */
function anyCase(headers: object, name: string): unknown {
  if (!isListed(headers)) return undefined;
  for (const [found, value] of headers) if (found.toLowerCase() === name) return value;
  return undefined;
}

function isListed(headers: object): headers is Iterable<readonly [name: string, value: unknown]> {
  return Symbol.iterator in headers;
}

function isGetter(
  headers: CallbackHeaders,
): headers is Extract<CallbackHeaders, { get(name: string): unknown }> {
  return typeof headers.get === 'function';
}

/** A variable that is not set arrives as undefined, whatever the types say. */
function keyOf(secret: unknown): Uint8Array {
  const isNamed = typeof secret === 'string' && secret.startsWith(SECRET_PREFIX);
  const key = Buffer.from(isNamed ? secret.slice(SECRET_PREFIX.length) : '', 'base64');
  if (key.length >= SHORTEST_KEY) return key;
  const found = typeof secret === 'string' ? 'the secret is not one' : `the secret is ${typeof secret}`;
  throw new CallbackVerificationError(
    'secret_invalid',
    `Cannot verify the callback: ${found}, expected 'whsec_' and a key of at least ${SHORTEST_KEY} bytes in base64`,
  );
}

/** A parsed body has lost the bytes that were signed. */
function rawBody(body: unknown): Uint8Array {
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof Uint8Array) return body;
  throw new CallbackVerificationError(
    'body_invalid',
    'Cannot verify the callback: expected the raw body, as text or bytes, not the parsed one',
  );
}

function isSame(signature: string, expected: Uint8Array): boolean {
  const [version, text = ''] = signature.split(',');
  const digest = Buffer.from(text, 'base64');
  return version === 'v1' && digest.length === expected.length && timingSafeEqual(digest, expected);
}
