import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { databaseOn, type OpenDatabase } from '../database-on.ts';
import type { Durability } from '../engine.ts';
import { type Migration, migrate } from '../migrate.ts';
import { StoreError } from '../store-error.ts';
import { openPool } from './pool.ts';
import { refuseUnsuitable } from './session-settings.ts';

type PostgresConfig = {
  /** DATABASE_URL: this service's own database, which all its processes share. */
  readonly url: string;
  /** The most connections of this process. */
  readonly connections: number;
  readonly durability: Durability;
  readonly migrations: readonly Migration[];
};

/** Opens a PostgreSQL database, migrated. Raises `StoreError`. Any number of processes may do so at once. */
export async function openPostgres(config: PostgresConfig): Promise<OpenDatabase> {
  const { url, connections, durability, migrations } = config;
  const synchronousCommit = durability === 'full' ? 'on' : 'off';
  await refuseUnsuitable(url);
  const database = databaseOn(openPool({ url, connections, synchronousCommit }));
  try {
    if (durability === 'full') await database.db.transaction(refuseUnsynced);
    await migrate(database.db, migrations);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function refuseUnsynced(db: Database) {
  const [row] = await db
    .select({ fsync: sql<string>`current_setting('fsync')` })
    .from(sql`(select 1) as one`);
  if (row?.fsync === 'on') return;
  throw new StoreError(
    'not_durable',
    `Cannot open the PostgreSQL of DATABASE_URL: it runs with fsync "${row?.fsync}", start it with "on" or this with durability "fast" to accept that a power loss loses payments`,
  );
}
