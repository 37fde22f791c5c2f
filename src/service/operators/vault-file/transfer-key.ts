import type { CryptoKey } from 'jose';
import { SECRET_BYTES, sealingKey } from '../../base/keys/sealing.ts';
import { ServiceError } from '../../base/service-error.ts';

/** The key of a file of cards, which wraps a key for each line, and its id. */
export type TransferKey = { readonly id: string; readonly key: CryptoKey };

/** What two custodians brought, in any order. */
export type CustodianKeys = readonly [string, string];

/** A custodian's key: 32 bytes in base64. Undefined for any other text. */
export function readCustodianKey(text: string): Uint8Array | undefined {
  const secret = Buffer.from(text.trim(), 'base64');
  return /^[A-Za-z0-9+/]{43}=$/.test(text.trim()) && secret.length === SECRET_BYTES ? secret : undefined;
}

/** By which VAULT_CUSTODIANS names a custodian's key. It reveals nothing of the key. */
export function custodianId(secret: Uint8Array): string {
  return sealingKey(secret).id;
}

/**
 * The key that both custodians' keys make: one XOR the other, so that each alone says nothing about it. Raises
 * `custodians_required` unless they are the two that `custodians` names: whoever has the admin token alone could bring two of
 * their own.
 */
export async function transferKey(custodians: readonly string[], keys: CustodianKeys): Promise<TransferKey> {
  if (custodians.length === 0)
    throw custodiansRequired(
      'the service knows no custodians, expected the ids of two keys in VAULT_CUSTODIANS',
    );
  const [one, other] = keys.map(readCustodianKey);
  if (!one || !other) throw custodiansRequired('a key is not 32 bytes in base64');
  const ids = new Set([custodianId(one), custodianId(other)]);
  if (custodians.some((id) => !ids.has(id)))
    throw custodiansRequired(`the keys are not those of the custodians ${custodians.join(' and ')}`);
  const secret = Uint8Array.from(one, (byte, index) => byte ^ (other[index] ?? 0));
  const { id } = sealingKey(secret);
  const key = await crypto.subtle.importKey('raw', secret, 'AES-KW', false, ['wrapKey', 'unwrapKey']);
  for (const bytes of [one, other, secret]) bytes.fill(0);
  return { id, key };
}

function custodiansRequired(found: string) {
  return new ServiceError('custodians_required', `Cannot move the vault: ${found}`);
}
