import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openPostgres } from '../../../store/postgres/open-postgres.ts';
import { emptyTestPostgres } from '../../../store/test-kit/test-postgres.ts';
import { environmentKeys } from '../../base/keys/key-store.ts';
import { openKeyring } from '../../base/keys/keyring.ts';
import { createRowCache, listenForKeyChanges } from '../../base/runtime/row-cache.ts';
import { sandbox } from '../../main/sandbox-dependencies.ts';
import { revokeSecretKey } from '../../operators/admin/account-keys.ts';
import { findAccountBySecretKey } from '../../shoppers/accounts/find-account.ts';
import { shippedMigrations } from '../../tables/migrations/shipped-migrations.ts';
import { openTestApp } from '../test-app.ts';
import { addAccount, openTestService } from '../test-context.ts';
import { addSecretKey } from '../test-verbs.ts';

const server = inject('postgresUrl') ?? '';
const settings = { connections: 3, durability: 'full', migrations: shippedMigrations() } as const;
const keyStore = environmentKeys([randomBytes(32)]);
let database: Awaited<ReturnType<typeof emptyTestPostgres>>;
let service: Awaited<ReturnType<typeof openTestService>>;

beforeAll(async () => {
  database = await emptyTestPostgres(server);
  service = await openTestService();
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

/** One process of several on the database; a deaf one hears of no change. */
async function startProcess({ isDeaf = false, now = () => performance.now() } = {}) {
  const { db, listen, close } = await openPostgres({ url: database.url, ...settings });
  const { masterKey } = await openKeyring({ db, keyStore });
  const context = { ...service.context, db, masterKey, rowCache: createRowCache(now) };
  const account = await sandbox.openDemoAccount(context);
  if (!isDeaf) await listenForKeyChanges(context.rowCache, listen);
  const takes = (key: string) =>
    findAccountBySecretKey(context, key).then(
      () => true,
      () => false,
    );
  return { context, accountId: account.id, takes, close };
}

test('a revoked key works in no process after a second, not even in one that does not hear of it', async () => {
  const processes = [await startProcess(), await startProcess(), await startProcess({ isDeaf: true })];
  const [first] = processes;
  if (!first) throw new Error('Cannot test: no process');
  const { secret_key: key, secret_key_id: keyId } = await addSecretKey(first.context, first.accountId);
  const lockResults = () => Promise.all(processes.map(({ takes }) => takes(key)));
  expect(await lockResults()).toEqual([true, true, true]);
  await revokeSecretKey(first.context, { accountId: first.accountId, keyId });
  const revokedAt = performance.now();
  let last = 0;
  // Asked all the time: use must not keep a key alive.
  while (performance.now() - revokedAt < 1_500) {
    if ((await lockResults()).includes(true)) last = performance.now() - revokedAt;
    await setTimeout(20);
  }
  expect(last).toBeLessThan(1_000);
  await Promise.all(processes.map(({ close }) => close()));
});

test('a process that heard of no reset says to try again, then refuses the key', async () => {
  let now = 0;
  const deaf = await startProcess({ isDeaf: true, now: () => now });
  const app = openTestApp(deaf.context);
  const { secretKey, merchantId } = await addAccount(deaf.context, 2001);
  const sale = { method: 'SALE', amount: '1', currency: 'EUR', merchant_id: `${merchantId}` };
  const body = new URLSearchParams({ ...sale, ccToken: 'tok_sandbox_4242424242424242' });
  const sell = async () =>
    (await app.request('/wallet/api/v1/billing', { method: 'POST', body, headers: { secretKey } })).status;
  expect(await sell()).toBe(200);
  await deaf.context.db.execute(sql`truncate accounts cascade`);
  expect(await sell()).toBe(503);
  now = 500;
  expect(await sell()).toBe(401);
  await deaf.close();
});

test('a process that hears of it takes a revoked key no longer', async () => {
  const [near, far] = [await startProcess(), await startProcess()];
  const { secret_key: key, secret_key_id: keyId } = await addSecretKey(near.context, near.accountId);
  expect(await far.takes(key)).toBe(true);
  await revokeSecretKey(near.context, { accountId: near.accountId, keyId });
  await expect.poll(() => far.takes(key), { interval: 10, timeout: 300 }).toBe(false);
  await Promise.all([near.close(), far.close()]);
});
