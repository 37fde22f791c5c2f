import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Nonce (12 bytes), authentication tag (16 bytes), ciphertext. */
export type Sealed = Uint8Array;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM with `context` as additional authenticated data. */
export function seal(key: Uint8Array, plaintext: Uint8Array, context: string): Sealed {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

export function open(key: Uint8Array, sealed: Sealed, context: string): Uint8Array {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
