import { randomBytes } from 'node:crypto';
import type { MasterKey } from '../keys/master-key.ts';
import { open, seal } from '../keys/sealing.ts';

/** The row a number is stored in; its ciphertext opens nowhere else. */
type CardRow = { readonly id: number; readonly accountId: number };
type SealedNumber = { readonly numberCiphertext: Uint8Array; readonly wrappedKey: Uint8Array };

const DATA_KEY_BYTES = 32;

/** Encrypts the number under a key of its own, that key under the master key, both bound to account and card. */
export function sealCardNumber(masterKey: MasterKey, row: CardRow, number: string): SealedNumber {
  const dataKey = randomBytes(DATA_KEY_BYTES);
  return {
    numberCiphertext: seal(dataKey, Buffer.from(number), contextOf('card-number', row)),
    wrappedKey: masterKey.seal(dataKey, contextOf('card-key', row)),
  };
}

/** Throws when the bytes were changed or belong to another row. */
export function openCardNumber(masterKey: MasterKey, row: CardRow, sealed: SealedNumber): string {
  const dataKey = masterKey.open(sealed.wrappedKey, contextOf('card-key', row));
  return Buffer.from(open(dataKey, sealed.numberCiphertext, contextOf('card-number', row))).toString();
}

/** Finds the same number again within an account, without keeping it. */
export function cardFingerprint(masterKey: MasterKey, accountId: number, number: string): Uint8Array {
  return masterKey.digest(`card-fingerprint:${accountId}`, number);
}

function contextOf(purpose: string, { id, accountId }: CardRow): string {
  return `${purpose}:${accountId}:${id}`;
}
