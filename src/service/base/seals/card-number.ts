import { randomBytes } from 'node:crypto';
import type { OwnedCard } from '../../tables/cards.ts';
import type { MasterKey } from '../keys/master-key.ts';
import { open, SECRET_BYTES, seal, sealingKey } from '../keys/sealing.ts';

/** The row that stores a number, and its owner. The ciphertext opens for no other. */
type SealedFor = Pick<OwnedCard, 'id' | 'accountId' | 'userId' | 'owner'>;
type SealedNumber = { readonly numberCiphertext: Uint8Array; readonly wrappedKey: Uint8Array };

/** Encrypts the number under a key of its own, and that key under the store's, bound to account, card, user and its name. */
export function sealCardNumber(
  masterKey: MasterKey,
  row: SealedFor,
  number: string | Uint8Array,
): SealedNumber {
  const dataKey = randomBytes(SECRET_BYTES);
  const digits = typeof number === 'string' ? Buffer.from(number) : number;
  return {
    numberCiphertext: seal(sealingKey(dataKey), digits, numberContext(row)),
    wrappedKey: masterKey.seal(dataKey, cardKeyContext(row)),
  };
}

/** Throws when the bytes were changed, belong to another row, or the row to another user. */
export function openCardNumber(masterKey: MasterKey, row: SealedFor, sealed: SealedNumber): string {
  return Buffer.from(openCardDigits(masterKey, row, sealed)).toString();
}

/** The same as ASCII digits, which the caller can wipe: nothing wipes a text. */
export function openCardDigits(masterKey: MasterKey, row: SealedFor, sealed: SealedNumber): Uint8Array {
  const dataKey = openCardKey(masterKey, row, sealed.wrappedKey);
  if (!dataKey) throw new Error(`Cannot open card ${row.id}: its seal is of other values than its row has`);
  return open(sealingKey(dataKey), sealed.numberCiphertext, numberContext(row));
}

/** The key of a card's number; undefined if the row was changed since it was sealed. Only a former key opens the former seal. [75] */
export function openCardKey(
  masterKey: MasterKey,
  row: SealedFor,
  wrappedKey: Uint8Array,
): Uint8Array | undefined {
  return masterKey.openUnder(wrappedKey, [cardKeyContext(row), formerCardKeyContext(row)]);
}

/** A digest that finds the same number again within an account, without keeping it. */
export function cardNumberDigest(
  masterKey: MasterKey,
  accountId: number,
  number: string | Uint8Array,
): Uint8Array {
  return masterKey.digest(`card-fingerprint:${accountId}`, number);
}

function numberContext({ id, accountId }: SealedFor): string {
  return `card-number:${accountId}:${id}`;
}

/** What the key of a card's number is bound to. */
export function cardKeyContext({ id, accountId, userId, owner }: SealedFor): string {
  return `card-key-of:${accountId}:${id}:${userId}:${owner}`;
}

/** What versions before owners were sealed bound it to. */
export function formerCardKeyContext({ id, accountId }: SealedFor): string {
  return `card-key:${accountId}:${id}`;
}
