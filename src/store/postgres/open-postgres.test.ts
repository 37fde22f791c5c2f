import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { migration } from '../migrations/migration.ts';
import { emptyTestPostgres } from '../test-kit/test-postgres.ts';
import { openPostgres } from './open-postgres.ts';

const server = inject('postgresUrl') ?? '';

test('openPostgres lets a migration, and the wait for that of another process, take longer than a query may', async () => {
  const database = await emptyTestPostgres(server);
  const url = new URL(database.url);
  // The address overrides the limit of 15 s.
  url.searchParams.set('query_timeout', '300');
  const slow = migration('0000_slow', 'select pg_sleep(1)');
  const config = { url: url.href, connections: 1, durability: 'full', migrations: [slow] } as const;
  const stores = await Promise.all([openPostgres(config), openPostgres(config)]);
  const query = stores[0].db.execute(sql`select pg_sleep(1)`);
  await expect(query).rejects.toMatchObject({ cause: { code: 'store_unreachable' } });
  await Promise.all(stores.map((store) => store.close()));
  await database.drop();
});
