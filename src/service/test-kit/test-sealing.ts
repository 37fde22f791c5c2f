import { randomUUID } from 'node:crypto';
import { CompactEncrypt, importJWK } from 'jose';
import type { Binding } from '../../contract/frame/wallet-api.ts';
import type { Runtime } from '../base/runtime/runtime.ts';

const alg = 'RSA-OAEP-256';
const enc = 'A256GCM';

/** For tests: encrypts as the frame does, to the vault's present key. */
export async function seal(runtime: Runtime, plaintext: unknown, header = { alg, enc }): Promise<string> {
  const vaultKey = await runtime.keys.vault.present(runtime);
  const key = await importJWK(vaultKey, header.alg);
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(plaintext)))
    .setProtectedHeader({ ...header, kid: vaultKey.kid })
    .encrypt(key);
}

/** For tests: bound to one session and merchant, now. */
export function boundTo({ clock }: Runtime, session: string, merchantId = 1001): Binding {
  return { session, merchant_id: merchantId, at: clock.now().getTime(), id: randomUUID() };
}
