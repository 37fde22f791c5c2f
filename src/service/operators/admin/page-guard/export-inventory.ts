import { CompactSign } from 'jose';
import type { Core } from '../../../base/runtime/core.ts';
import { readGuardedPage } from './read-guarded-pages.ts';

/** A page's inventory at this moment as a JWS, signed by the key that signs access tokens; its type keeps it from being one. */
export async function exportInventory(core: Core, id: number): Promise<string> {
  const { privateKey, publicJwk } = core.keys.accessToken.current();
  const inventory = { ...(await readGuardedPage(core, id)), exported_at: core.clock.now().toISOString() };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(inventory)))
    .setProtectedHeader({ alg: 'ES256', typ: 'page-inventory+json', kid: publicJwk.kid, jwk: publicJwk })
    .sign(privateKey);
}
