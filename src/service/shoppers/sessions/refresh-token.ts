import { createHash, randomBytes } from 'node:crypto';
import { noteBrokenSeal } from '../../base/audit/broken-seals.ts';
import { equalDigests, type HasMasterKey } from '../../base/keys/master-key.ts';
import type { Core } from '../../base/runtime/core.ts';
import type { refreshTokens } from '../../tables/sessions.ts';

type Grant = typeof refreshTokens.$inferSelect;

export function newRefreshToken(): string {
  return `rt_sandbox_${randomBytes(32).toString('base64url')}`;
}

/** The stored digest of a token. 32 random bytes need no key and no salt. */
export function refreshTokenDigest(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

/** A digest of what a token opens and until when: a row that is moved to another user, or made by SQL, opens nothing. */
export function refreshTokenSeal(
  { masterKey }: HasMasterKey,
  grant: Pick<Grant, 'digest' | 'accountId' | 'userId' | 'view' | 'merchantId' | 'expiresAt'>,
): Uint8Array {
  const { digest, accountId, userId, view, merchantId, expiresAt } = grant;
  const owner = [Buffer.from(digest).toString('hex'), accountId, userId];
  const content = [...owner, view, merchantId, expiresAt.getTime()];
  return masterKey.digest('refresh-token', JSON.stringify(content));
}

export function isIntactRefreshToken(core: Core, grant: Grant): boolean {
  const { id, accountId, seal } = grant;
  const isIntact = seal
    ? equalDigests(seal, refreshTokenSeal(core, grant))
    : core.masterKey.takesFormerRows();
  if (!isIntact) noteBrokenSeal(core, { of: 'refresh token', id, accountId });
  return isIntact;
}
