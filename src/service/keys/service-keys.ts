import type { KeyedStore } from './master-key.ts';
import { openSigningKeys, type SigningKeys } from './signing-keys.ts';
import { type VaultKeys, vaultKeys } from './vault-keys.ts';

/** What the service made for itself. */
export type ServiceKeys = {
  /** Card data is encrypted to one of them. */
  readonly vault: VaultKeys;
  /** Signs access tokens: ES256. */
  readonly accessToken: SigningKeys;
};

/** Loads the keys, or makes them; processes that start side by side get the same. */
export async function openServiceKeys(store: KeyedStore): Promise<ServiceKeys> {
  const accessToken = await openSigningKeys(store);
  const vault = vaultKeys();
  await vault.present(store);
  return { vault, accessToken };
}
