import { Readable } from 'node:stream';
import { SIZE_LIMITS } from '../../../contract/size-limits.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { AppContext } from './app-env.ts';
import { refuseKeyInBrowser } from './exposed-keys.ts';
import { nodeBindings } from './node-bindings.ts';

export type Form = {
  /** Each parameter once, decoded. */
  readonly values: Map<string, string>;
  /** Parameters that no schema asked for; named in `Sandbox-Ignored-Params`. */
  readonly ignored: string[];
};

export const PARAMETER_NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
const formMediaType =
  /^application\/x-www-form-urlencoded\s*(?:;\s*(?:charset\s*=\s*"?utf-?8"?\s*(?:;\s*)?)?)?$/i;

/**
 * Reads the form parameters of a request: bounded, strictly decoded, every name once. Authenticates the caller again
 * once the body has come: the key or token may have been revoked meanwhile. Rule: requests/late-body.
 */
export async function readForm(c: AppContext): Promise<Form> {
  refuseMediaType(c);
  const body = await withoutSlot(c, readBody(c));
  await c.get('authenticateAgain')?.();
  const form = { values: decodeForm(body), ignored: [] };
  if (form.values.has('secretKey')) refuseKeyInBrowser(c);
  c.set('form', form);
  return form;
}

/** The request holds no slot of the service while it waits for its body. */
export function withoutSlot<Value>(c: AppContext, work: Promise<Value>): Promise<Value> {
  return c.get('slot')?.releaseDuring(work) ?? work;
}

export function refuseDeclaredSize(c: AppContext, limit: number = SIZE_LIMITS.body) {
  if (Number(c.req.header('Content-Length') ?? 0) > limit) throw bodyTooLarge(limit);
}

function refuseMediaType(c: AppContext) {
  const type = c.req.header('Content-Type');
  const encoding = c.req.header('Content-Encoding') ?? 'identity';
  // Without parameters a client may leave the type out: there is nothing to misread.
  if (type === undefined && isEmpty(c)) return;
  if (type !== undefined && formMediaType.test(type) && encoding === 'identity') return;
  throw new ServiceError(
    'media_type_unsupported',
    "Cannot read the body: expected Content-Type 'application/x-www-form-urlencoded' in UTF-8, without Content-Encoding",
  );
}

function isEmpty(c: AppContext) {
  return (c.req.header('Content-Length') ?? '0') === '0' && c.req.header('Transfer-Encoding') === undefined;
}

/** The body of the request. `limit`: bytes; default: 64 KB. */
export async function readBody(c: AppContext, limit: number = SIZE_LIMITS.body): Promise<Uint8Array> {
  refuseDeclaredSize(c, limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of bodyOf(c)) {
      size += chunk.byteLength;
      if (size > limit) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw bodyMalformed('the body ended early', cause);
  }
  if (size > limit) throw bodyTooLarge(limit);
  return Buffer.concat(chunks);
}

/**
 * Node's own stream where the length is known: a web stream around it costs more than all other work on the body. Without
 * a length it is the web stream: that one closes the connection of a sender of too much, after the refusal.
 */
function bodyOf(c: AppContext): AsyncIterable<Uint8Array> | readonly Uint8Array[] {
  const { incoming } = nodeBindings(c);
  const hasLength = c.req.header('Content-Length') !== undefined;
  return hasLength && incoming instanceof Readable ? incoming : (c.req.raw.body ?? []);
}

/** Decodes strictly: `URLSearchParams` would silently repair bad encodings and keep the last of two equal names. */
export function decodeForm(body: Uint8Array): Map<string, string> {
  const values = new Map<string, string>();
  const pairs = decodeUtf8(body)
    .split('&')
    .filter((pair) => pair !== '');
  if (pairs.length > SIZE_LIMITS.parameters) {
    throw bodyMalformed(`found ${pairs.length} parameters, at most ${SIZE_LIMITS.parameters} are taken`);
  }
  for (const pair of pairs) {
    const [name, value] = splitPair(pair);
    if (values.has(name)) {
      throw new ServiceError(
        'parameter_duplicated',
        `Cannot read the form: parameter '${name}' is given twice`,
        {
          param: name,
        },
      );
    }
    values.set(name, value);
  }
  return values;
}

function splitPair(pair: string): [name: string, value: string] {
  const equals = pair.indexOf('=');
  const name = decodePercent(equals < 0 ? pair : pair.slice(0, equals));
  if (!PARAMETER_NAME.test(name)) {
    throw new ServiceError(
      'parameter_name_invalid',
      `Cannot read the form: a parameter name does not match '${PARAMETER_NAME.source}'`,
    );
  }
  const value = equals < 0 ? '' : decodePercent(pair.slice(equals + 1));
  if (value.includes('\0')) {
    throw new ServiceError('body_malformed', `Cannot read the form: parameter '${name}' contains a NUL`, {
      param: name,
    });
  }
  return [name, value];
}

export function decodeUtf8(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch (cause) {
    throw bodyMalformed('it is not UTF-8', cause);
  }
}

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch (cause) {
    throw bodyMalformed('it has an invalid percent-encoding or is not UTF-8', cause);
  }
}

function bodyMalformed(reason: string, cause?: unknown) {
  return new ServiceError('body_malformed', `Cannot read the body: ${reason}`, { cause });
}

function bodyTooLarge(limit: number) {
  return new ServiceError('body_too_large', `Cannot read the body: it is larger than ${limit} bytes`);
}
