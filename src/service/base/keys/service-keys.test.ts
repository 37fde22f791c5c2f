import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { serviceKeys } from '../../tables/service-keys.ts';
import { openTestService } from '../../test-kit/test-context.ts';
import { testMasterKey } from '../../test-kit/test-master-key.ts';
import { openServiceKeys } from './service-keys.ts';

const service = await openTestService();
afterAll(service.close);

test('openServiceKeys opens the same keys again', async () => {
  const again = await openServiceKeys(service.context);
  const { context } = service;
  expect(await again.vault.present(context)).toEqual(await context.keys.vault.present(context));
  expect(again.accessToken.current().publicJwk).toEqual(service.context.keys.accessToken.current().publicJwk);
});

test('openServiceKeys keeps the private halves sealed', async () => {
  const [row] = await service.context.db.select().from(serviceKeys).where(eq(serviceKeys.purpose, 'vault'));
  expect(Buffer.from(row?.privateKey ?? []).includes('PRIVATE KEY')).toBe(false);
  const stranger = { ...service.context, masterKey: testMasterKey() };
  await expect(openServiceKeys(stranger)).rejects.toThrow();
});
