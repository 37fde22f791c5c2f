import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../database-on.ts';
import { embeddedDatabase } from '../embedded/embedded-database.ts';
import { openPgliteInMemory } from '../embedded/pglite.ts';
import { migrate } from './migrate.ts';
import { migration } from './migration.ts';

let store: OpenDatabase;
const first = migration(
  '0000_first',
  'create table one (id integer);--> statement-breakpoint\ncreate table two (id integer);',
);
const second = migration('0001_second', 'create table three (id integer);');

beforeAll(async () => {
  store = embeddedDatabase(await openPgliteInMemory());
});
afterAll(() => store.close());

async function tables() {
  const rows = await store.db
    .select({ name: sql<string>`tablename` })
    .from(sql`pg_tables`)
    .where(sql`schemaname = 'public' and tablename <> 'schema_migrations'`);
  return rows.map((row) => row.name).sort();
}

describe('migrate', () => {
  test('applies each migration once, in order', async () => {
    await migrate(store.db, [first]);
    await migrate(store.db, [first, second]);
    await migrate(store.db, [first, second]);
    expect(await tables()).toEqual(['one', 'three', 'two']);
  });

  test('leaves nothing of a run that fails', async () => {
    const fine = migration('0002_fine', 'create table four (id integer);');
    const broken = migration('0003_broken', 'create table five (id nonsense);');
    await expect(migrate(store.db, [first, second, fine, broken])).rejects.toThrow();
    expect(await tables()).toEqual(['one', 'three', 'two']);
  });

  test('refuses a migration edited after it was applied', async () => {
    const edited = migration(first.name, `${first.text} -- edited`);
    await expect(migrate(store.db, [edited, second])).rejects.toMatchObject({ code: 'migration_changed' });
  });

  test('lets a build that is older go on beside what only adds, and refuses it where a migration says so', async () => {
    await migrate(store.db, [first]);
    const contract = migration('0004_drop', '-- contract: 0001_second\ndrop table one');
    await migrate(store.db, [first, second, contract]);
    await migrate(store.db, [first, second]);
    await expect(migrate(store.db, [first])).rejects.toMatchObject({ code: 'store_newer' });
  });

  test('builds an index that a server would build concurrently', async () => {
    const index = migration('0005_index', 'CREATE INDEX CONCURRENTLY "three_id" ON "three" ("id")');
    await migrate(store.db, [first, second, index]);
    const [found] = await store.db
      .select({ isValid: sql<boolean>`indisvalid` })
      .from(sql`pg_index`)
      .where(sql`indexrelid = 'three_id'::regclass`);
    expect(found).toEqual({ isValid: true });
  });
});
