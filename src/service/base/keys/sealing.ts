import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { StoreError } from '../../../store/store-error.ts';

/** Format (1 byte), id of the key (8), nonce (12), authentication tag (16), ciphertext. */
export type Envelope = Uint8Array;

/** A key and the id by which an envelope names it. */
export type SealingKey = {
  /** 16 hexadecimal digits, derived from the secret without revealing it. */
  readonly id: string;
  readonly key: Uint8Array;
};

export const SECRET_BYTES = 32;
const FORMAT = 1;
const ID_END = 9;
const NONCE_END = ID_END + 12;
const TAG_END = NONCE_END + 16;

export function sealingKey(secret: Uint8Array): SealingKey {
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, length));
  return { id: derive('key-id', ID_END - 1).toString('hex'), key: derive('seal', SECRET_BYTES) };
}

/** AES-256-GCM, which also authenticates format, key id and `context`. */
export function seal({ id, key }: SealingKey, plaintext: Uint8Array, context: string): Envelope {
  const head = envelopeHead(id);
  const nonce = randomBytes(NONCE_END - ID_END);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(authenticatedData(head, context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([head, nonce, cipher.getAuthTag(), ciphertext]);
}

/** Throws `key_unknown` for what another key sealed. Throws too when bytes or context differ from what was sealed. */
export function open({ id, key }: SealingKey, envelope: Envelope, context: string): Uint8Array {
  if (keyIdOf(envelope) !== id) throw unknownKey(keyIdOf(envelope));
  const decipher = createDecipheriv('aes-256-gcm', key, envelope.subarray(ID_END, NONCE_END), {
    authTagLength: TAG_END - NONCE_END,
  })
    .setAAD(authenticatedData(envelope.subarray(0, ID_END), context))
    .setAuthTag(envelope.subarray(NONCE_END, TAG_END));
  // The only copy, which a caller can wipe: in this mode `final` checks and returns no bytes.
  const plaintext = decipher.update(envelope.subarray(TAG_END));
  decipher.final();
  return plaintext;
}

/**
 * The id of the key that opens it. Throws a plain error for bytes that are no envelope: one value is damaged, not the
 * store.
 */
export function keyIdOf(envelope: Envelope): string {
  const [format] = envelope;
  if (format === FORMAT && envelope.length >= TAG_END)
    return Buffer.from(envelope.subarray(1, ID_END)).toString('hex');
  throw new Error(
    `Cannot open what is sealed: found ${envelope.length} bytes of format ${format}, expected ${TAG_END} or more of format ${FORMAT}`,
  );
}

/** The bytes that all envelopes of that key begin with, to find them in the store. */
export function envelopeHead(id: string): Uint8Array {
  return Buffer.concat([Buffer.of(FORMAT), Buffer.from(id, 'hex')]);
}

export function unknownKey(id: string) {
  return new StoreError(
    'key_unknown',
    `Cannot open what is sealed: it names the key "${id}", expected one that this process holds`,
  );
}

function authenticatedData(head: Uint8Array, context: string) {
  return Buffer.concat([head, Buffer.from(context)]);
}
