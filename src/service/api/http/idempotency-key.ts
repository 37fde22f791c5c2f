import type { Core } from '../../base/runtime/core.ts';
import { ServiceError } from '../../base/service-error.ts';
import type { AppContext } from './app-env.ts';
import type { Form } from './form-body.ts';

const visible = /^[\x21-\x7e]{1,255}$/;
const quotedText = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/** The `Idempotency-Key` header, bare or as the quoted string of a structured field. Rule: requests/idempotency-key. */
export function idempotencyKey(c: AppContext): string | undefined {
  const header = c.req.header('Idempotency-Key');
  if (header === undefined) return undefined;
  const inner = quotedText.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1');
  const key = inner ?? header;
  if (visible.test(key) && (inner !== undefined || !header.startsWith('"'))) return key;
  throw new ServiceError(
    'idempotency_key_invalid',
    "Cannot read the header 'Idempotency-Key': expected 1 to 255 visible ASCII characters, bare or in quotes",
  );
}

/**
 * Digest of the parameters by name, without the secret key, which was taken out on reading. It is keyed: a sandbox
 * token holds a card number, which an unkeyed digest together with its last digits would reveal.
 * Rule: tokens/keyed-digests.
 */
export function formDigest({ masterKey }: Core, { values }: Form): Uint8Array {
  const parameters = [...values].sort(([one], [other]) => (one < other ? -1 : 1));
  return masterKey.digest('form', JSON.stringify(parameters));
}
