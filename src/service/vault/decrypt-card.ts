import { compactDecrypt } from 'jose';
import { CardPlaintext } from '../../contract/wallet-api.ts';
import type { ServiceContext } from '../context.ts';
import { ServiceError } from '../service-error.ts';

/** Opens what the frame encrypted to the vault's key. Whatever is wrong with it, nothing of it is repeated. */
export async function decryptCard({ keys }: ServiceContext, jwe: string): Promise<CardPlaintext> {
  const parsed = CardPlaintext.safeParse(await decrypt(keys.vault.privateKey, jwe));
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join('.') || 'card');
  throw unreadable(`it is no card, see ${[...new Set(fields)].join(', ')}`);
}

async function decrypt(key: ServiceContext['keys']['vault']['privateKey'], jwe: string): Promise<unknown> {
  try {
    const { plaintext } = await compactDecrypt(jwe, key, {
      keyManagementAlgorithms: ['RSA-OAEP-256'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext));
  } catch {
    throw unreadable("it does not decrypt to JSON, expected a JWE for the vault's present key");
  }
}

function unreadable(found: string): ServiceError {
  return new ServiceError('parameter_invalid', `Cannot read the card: ${found}`, { param: 'card' });
}
