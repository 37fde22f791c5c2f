import { randomBytes, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 8;
const CHECKSUM_LENGTH = 6;
const secretKeyForm = /^(sk_sandbox_([0-9A-Za-z]{8})_[A-Za-z0-9_-]{43})([0-9A-Za-z]{6})$/;

/** The demo account's fixed keys work only on a loopback address. */
export const DEMO_PUBLISHABLE_KEY = 'pk_sandbox_demo';
export type SecretKey = {
  /** The public part, by which the key is looked up. */
  readonly id: string;
  readonly text: string;
};

export const demoSecretKey: SecretKey = { id: 'demo', text: 'sk_sandbox_demo' };

/** `sk_sandbox_<id>_<random><checksum>`: prefix and checksum let scanners find a leaked key. */
export function newSecretKey(): SecretKey {
  const id = randomId();
  const body = `sk_sandbox_${id}_${randomBytes(32).toString('base64url')}`;
  return { id, text: body + checksum(body) };
}

export function newPublishableKey(): string {
  return `pk_sandbox_${randomBytes(16).toString('base64url')}`;
}

/** Undefined when the text cannot be a key, which saves the query. */
export function parseSecretKey(text: string): SecretKey | undefined {
  if (text === demoSecretKey.text) return demoSecretKey;
  const [, body, id, sum] = secretKeyForm.exec(text) ?? [];
  if (body === undefined || id === undefined || checksum(body) !== sum) return undefined;
  return { id, text };
}

function randomId(): string {
  return Array.from({ length: ID_LENGTH }, () => letters[randomInt(letters.length)]).join('');
}

function checksum(body: string): string {
  let remainder = crc32(body);
  let sum = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    sum = letters[remainder % letters.length] + sum;
    remainder = Math.floor(remainder / letters.length);
  }
  return sum;
}
