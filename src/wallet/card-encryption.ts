import { CompactEncrypt, importJWK } from 'jose';
import type { FrameBoot } from '../contract/frame-boot.ts';
import type { CardPlaintext } from '../contract/wallet-api.ts';

/** Encrypts a card to the vault's key; the one form in which card data leaves the frame. */
export async function encryptCard(card: CardPlaintext, vaultKey: FrameBoot['vaultKey']): Promise<string> {
  const key = await importJWK(vaultKey, 'RSA-OAEP-256');
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(card)))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: vaultKey.kid })
    .encrypt(key);
}
