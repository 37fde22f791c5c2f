import { CompactEncrypt, importJWK } from 'jose';
import type { FrameBoot } from '../contract/frame-boot.ts';
import type { CardPlaintext, SecurityCodePlaintext } from '../contract/wallet-api.ts';

/** What the vault alone may read. */
export type Plaintext = CardPlaintext | SecurityCodePlaintext;

/** Encrypts to the vault's key; the one form in which card data leaves the frame. */
export async function encryptForVault(
  plaintext: Plaintext,
  vaultKey: FrameBoot['vaultKey'],
): Promise<string> {
  const key = await importJWK(vaultKey, 'RSA-OAEP-256');
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(plaintext)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: vaultKey.kid })
    .encrypt(key);
}
