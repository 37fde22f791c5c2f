import { databaseOn, type OpenDatabase } from '../database-on.ts';
import type { Durability } from '../engine.ts';
import { type Migration, migrate } from '../migrate.ts';
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
  await refuseUnsuitable(url, durability);
  const database = databaseOn(openPool({ url, connections, synchronousCommit }));
  try {
    await migrate(database.db, migrations);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
