import { randomBytes } from 'node:crypto';
import type { MasterKey } from '../keys/master-key.ts';
import { open, SECRET_BYTES, seal, sealingKey } from '../keys/sealing.ts';

/** The row a number is stored in; its ciphertext opens nowhere else. */
type CardRow = { readonly id: number; readonly accountId: number };
type SealedNumber = { readonly numberCiphertext: Uint8Array; readonly wrappedKey: Uint8Array };

/** Encrypts the number under a key of its own, and that key under the store's. Both are bound to account and card. */
export function sealCardNumber(masterKey: MasterKey, row: CardRow, number: string): SealedNumber {
  const dataKey = randomBytes(SECRET_BYTES);
  return {
    numberCiphertext: seal(sealingKey(dataKey), Buffer.from(number), contextOf('card-number', row)),
    wrappedKey: masterKey.seal(dataKey, contextOf('card-key', row)),
  };
}

/** Throws when the bytes were changed or belong to another row. */
export function openCardNumber(masterKey: MasterKey, row: CardRow, sealed: SealedNumber): string {
  const dataKey = masterKey.open(sealed.wrappedKey, contextOf('card-key', row));
  const number = open(sealingKey(dataKey), sealed.numberCiphertext, contextOf('card-number', row));
  return Buffer.from(number).toString();
}

/** A digest that finds the same number again within an account, without keeping it. */
export function cardFingerprint(masterKey: MasterKey, accountId: number, number: string): Uint8Array {
  return masterKey.digest(`card-fingerprint:${accountId}`, number);
}

function contextOf(purpose: string, { id, accountId }: CardRow): string {
  return `${purpose}:${accountId}:${id}`;
}
