import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A ULID: 48 bits of time, 80 of randomness, Crockford's base 32; sorts by time. */
export function ulid(now: Date): string {
  return textOf(now, BigInt(`0x${randomBytes(10).toString('hex')}`));
}

/** No ULID of this time or later sorts before it. */
export const firstUlid = (now: Date): string => textOf(now, 0n);

function textOf(now: Date, random: bigint): string {
  let value = (BigInt(now.getTime()) << 80n) | random;
  let text = '';
  for (let index = 0; index < 26; index += 1) {
    text = ALPHABET.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return text;
}
