import { CompactEncrypt, importJWK } from 'jose';
import type { BoundCard, BoundCode, VaultKey } from '../contract/frame/wallet-api.ts';

/** Encrypts to the vault's key. Card data leaves the frame only in this form. */
export async function encryptForVault(plaintext: BoundCard | BoundCode, vaultKey: VaultKey): Promise<string> {
  const key = await importJWK(vaultKey, 'RSA-OAEP-256');
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(plaintext)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: vaultKey.kid })
    .encrypt(key);
}
