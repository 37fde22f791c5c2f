import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../../store/database-on.ts';
import { accounts } from '../../tables/accounts.ts';
import { openTestDatabase } from '../test-database.ts';

let store: OpenDatabase;

beforeAll(async () => {
  store = await openTestDatabase();
});
afterAll(() => store.close());

const account = (publishableKey: string) => ({
  name: 'Shop',
  publishableKey,
  webhookSecret: Uint8Array.of(0, 1, 255),
  origins: ['http://localhost:*'],
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
});

describe('embeddedDatabase', () => {
  test('gives back what was stored, types included', async () => {
    const [stored] = await store.db.insert(accounts).values(account('pk_1')).returning();
    expect(stored).toMatchObject({ ...account('pk_1'), webhookSecret: expect.any(Uint8Array) });
    expect([...(stored?.webhookSecret ?? [])]).toEqual([0, 1, 255]);
    const sum = await store.db.select({ big: sql`9007199254740993::bigint` }).from(accounts);
    expect(sum).toEqual([{ big: '9007199254740993' }]);
  });

  test('undoes an inner transaction and keeps the outer one', async () => {
    await store.db.transaction(async (tx) => {
      await tx.insert(accounts).values(account('pk_outer'));
      const inner = tx.transaction(async (nested) => {
        await nested.insert(accounts).values(account('pk_inner'));
        throw new Error('undo');
      });
      await expect(inner).rejects.toThrow('undo');
    });
    const keys = await store.db.select({ key: accounts.publishableKey }).from(accounts);
    expect(keys).toContainEqual({ key: 'pk_outer' });
    expect(keys).not.toContainEqual({ key: 'pk_inner' });
  });

  test('says which constraint refused a row, and never the values of the row', async () => {
    await store.db.insert(accounts).values(account('pk_canary'));
    const error: unknown = await store.db
      .insert(accounts)
      .values(account('pk_canary'))
      .catch((reason) => reason);
    expect(error).toMatchObject({ cause: { code: '23505', constraint: 'accounts_publishable_key_unique' } });
    expect(JSON.stringify(error, ['message', 'params', 'cause', 'detail', 'stack'])).not.toContain(
      'pk_canary',
    );
    expect(String(error)).not.toContain('pk_canary');
    expect(await store.db.$count(accounts, eq(accounts.publishableKey, 'pk_canary'))).toBe(1);
  });
});
