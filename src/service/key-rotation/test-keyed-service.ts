import { openDemoAccount } from '../accounts/demo-account.ts';
import type { ServiceContext } from '../context.ts';
import type { OpenDatabase } from '../db/database-on.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { openKeyring } from '../keys/keyring.ts';
import { openServiceKeys } from '../keys/service-keys.ts';
import { shopOf } from '../test-shop.ts';
import { finishRotation } from './rotate-master-key.ts';

type Start = { readonly db: OpenDatabase['db']; readonly keyStore: KeyStore };

/** For tests: what a process does with the keys of a store at its start, and a shop on it. */
export async function startKeyedService(template: ServiceContext, { db, keyStore }: Start) {
  const keyring = await openKeyring({ db, keyStore });
  if (keyStore.isOurs) await finishRotation({ db, keyring });
  const base = { ...template, db, keyring, masterKey: keyring.masterKey };
  const context = { ...base, keys: await openServiceKeys(base) };
  const account = await openDemoAccount(context);
  return { context, keyring, account, shop: await shopOf(context, account.publishableKey) };
}
