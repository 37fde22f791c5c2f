import type { KeyedStore } from './master-key.ts';
import { openSigningKeys, type SigningKeys } from './signing-keys.ts';
import { type VaultKeys, vaultKeys } from './vault-keys.ts';

/** Keys that the service made for itself. */
export type ServiceKeys = {
  /** Keys that card data is encrypted to. */
  readonly vault: VaultKeys;
  /** Signs access tokens: ES256. */
  readonly accessToken: SigningKeys;
};

/** Loads the keys, or makes them. Processes that start side by side get the same keys. */
export async function openServiceKeys(store: KeyedStore): Promise<ServiceKeys> {
  const accessToken = await openSigningKeys(store);
  const vault = vaultKeys();
  await vault.present(store);
  return { vault, accessToken };
}
