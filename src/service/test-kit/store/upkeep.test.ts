import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OpenDatabase } from '../../../store/database-on.ts';
import { startUpkeep } from '../../../store/embedded/upkeep.ts';
import { accounts } from '../../tables/accounts.ts';
import { openTestDatabase } from '../test-database.ts';

let store: OpenDatabase;

beforeAll(async () => {
  store = await openTestDatabase();
});
afterAll(() => store.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function lastCheckpoint() {
  const [row] = await store.db
    .select({ at: sql<string>`checkpoint_lsn::text` })
    .from(sql`pg_control_checkpoint()`);
  return row?.at;
}

async function vacuumed() {
  const [row] = await store.db
    .select({ pages: sql<number>`relpages` })
    .from(sql`pg_class`)
    .where(sql`relname = 'accounts'`);
  return row?.pages;
}

describe('startUpkeep', () => {
  test('writes a checkpoint every minute until it is stopped', async () => {
    const stop = startUpkeep(store.db);
    const before = await lastCheckpoint();
    vi.advanceTimersByTime(60_000);
    const after = await lastCheckpoint();
    expect(after).not.toBe(before);
    stop();
    vi.advanceTimersByTime(60_000);
    expect(await lastCheckpoint()).toBe(after);
  });

  test('vacuums every hour', async () => {
    const row = {
      name: '',
      publishableKey: '',
      webhookSecret: Uint8Array.of(),
      origins: [],
      createdAt: new Date(0),
    };
    await store.db.insert(accounts).values(row);
    expect(await vacuumed()).toBe(0);
    const stop = startUpkeep(store.db);
    vi.advanceTimersByTime(60 * 60_000);
    expect(await vacuumed()).toBe(1);
    stop();
  });
});
