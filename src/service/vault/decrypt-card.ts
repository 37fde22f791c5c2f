import { compactDecrypt } from 'jose';
import { CardPlaintext } from '../../contract/wallet-api.ts';
import type { ServiceContext } from '../context.ts';
import { ServiceError } from '../service-error.ts';

/** Opens what the frame encrypted to the vault's key. Whatever is wrong with it, nothing of it is repeated. */
export async function decryptCard(context: ServiceContext, jwe: string): Promise<CardPlaintext> {
  const card = CardPlaintext.safeParse(await decryptFromFrame(context, jwe));
  if (card.success) return card.data;
  throw new ServiceError(
    'parameter_invalid',
    "Cannot read the card: it does not decrypt to one, expected a JWE for the vault's present key",
    { param: 'card' },
  );
}

/** Undefined when it cannot be opened: the errors of jose and `JSON.parse` may quote what they read. */
export async function decryptFromFrame({ keys }: ServiceContext, jwe: string): Promise<unknown> {
  try {
    const { plaintext } = await compactDecrypt(jwe, keys.vault.privateKey, {
      keyManagementAlgorithms: ['RSA-OAEP-256'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext));
  } catch {
    return undefined;
  }
}
