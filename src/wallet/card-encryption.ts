import { CompactEncrypt, importJWK } from 'jose';
import type { BrowserFacts } from '../contract/frame/browser-facts.ts';
import type { BoundCard, BoundCode, VaultKey } from '../contract/frame/wallet-api.ts';

/** EMV's values for the depth of colours; of any other the next below. */
const DEPTHS = [48, 32, 24, 16, 15, 8, 4] as const;

function browserFacts(): BrowserFacts {
  const { height: screenHeight, width: screenWidth, colorDepth } = screen;
  return {
    colorDepth: DEPTHS.find((depth) => depth <= colorDepth) ?? 1,
    // No browser of today runs Java.
    javaEnabled: false,
    javaScriptEnabled: true,
    language: navigator.language,
    screenHeight,
    screenWidth,
    timeZoneOffset: new Date().getTimezoneOffset(),
  };
}

/** Encrypts to the vault's key, with what 3-D Secure wants to know of the browser. Card data leaves the frame only in this form. */
export async function encryptForVault(plaintext: BoundCard | BoundCode, vaultKey: VaultKey): Promise<string> {
  const key = await importJWK(vaultKey, 'RSA-OAEP-256');
  return new CompactEncrypt(
    new TextEncoder().encode(JSON.stringify({ ...plaintext, browser: browserFacts() })),
  )
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: vaultKey.kid })
    .encrypt(key);
}
