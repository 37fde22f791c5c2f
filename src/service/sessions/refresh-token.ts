import { createHash, randomBytes } from 'node:crypto';

export function newRefreshToken(): string {
  return `rt_sandbox_${randomBytes(32).toString('base64url')}`;
}

/** The digest that is kept of a token. 32 random bytes need no key and no salt. */
export function refreshTokenDigest(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}
