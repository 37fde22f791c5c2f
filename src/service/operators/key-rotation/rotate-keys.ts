import type { Keyring } from '../../base/keys/keyring.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { reseal } from './reseal.ts';
import { rotateMasterKey } from './rotate-master-key.ts';

type Context = Runtime & { readonly keyring: Keyring };

/** Puts new keys in force without a pause. What the former keys sealed and signed stays good. */
export async function rotateKeys(context: Context, which: 'both' | 'master' | 'signing') {
  const masterKey = which === 'signing' ? undefined : await rotateMaster(context);
  const signingKey = which === 'master' ? undefined : await context.keys.accessToken.rotate();
  return { master: masterKey, signing: signingKey };
}

async function rotateMaster(context: Context) {
  await rotateMasterKey(context);
  return { keyId: await context.keyring.keyStore.currentId(), resealed: await reseal(context) };
}
