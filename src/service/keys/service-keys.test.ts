import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { CompactEncrypt, compactDecrypt, importJWK } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { serviceKeys } from '../db/tables/service-keys.ts';
import { openTestService } from '../test-context.ts';
import { masterKey } from './master-key.ts';
import { openServiceKeys } from './service-keys.ts';

const service = await openTestService();
afterAll(service.close);

test('openServiceKeys opens the same keys again', async () => {
  const again = await openServiceKeys(service.context);
  expect(again.vault.publicJwk).toEqual(service.context.keys.vault.publicJwk);
  expect(again.accessToken.publicJwk).toEqual(service.context.keys.accessToken.publicJwk);
});

test('openServiceKeys makes a vault key that opens what was encrypted to its public half', async () => {
  const { vault } = service.context.keys;
  expect(Object.keys(vault.publicJwk).sort()).toEqual(['e', 'kid', 'kty', 'n']);
  const jwe = await new CompactEncrypt(Buffer.from('card'))
    .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM' })
    .encrypt(await importJWK(vault.publicJwk, 'RSA-OAEP-256'));
  const { plaintext } = await compactDecrypt(jwe, vault.privateKey);
  expect(Buffer.from(plaintext).toString()).toBe('card');
});

test('openServiceKeys keeps the private halves sealed', async () => {
  const [row] = await service.context.db.select().from(serviceKeys).where(eq(serviceKeys.purpose, 'vault'));
  expect(Buffer.from(row?.privateKey ?? []).includes('PRIVATE KEY')).toBe(false);
  const stranger = { ...service.context, masterKey: masterKey(randomBytes(32)) };
  await expect(openServiceKeys(stranger)).rejects.toThrow();
});
