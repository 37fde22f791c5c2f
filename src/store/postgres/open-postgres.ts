import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database.ts';
import { databaseOn, type OpenDatabase } from '../database-on.ts';
import type { Durability } from '../engine.ts';
import { missingMigrations, requireMigrated, storeOlder } from '../migrations/applied-migrations.ts';
import type { Migration } from '../migrations/migration.ts';
import type { OnListening } from './listener.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { openPool } from './pool.ts';
import { refuseUnsuitable } from './session-settings.ts';

type PostgresConfig = {
  /** DATABASE_URL: this service's own database, which all its processes share. */
  readonly url: string;
  /** The most connections of this process. */
  readonly connections: number;
  readonly durability: Durability;
  readonly migrations: readonly Migration[];
  /** What becomes of tables that are missing or older: default `migrate`. `wait`: until somebody has migrated them. */
  readonly ifOlder?: 'migrate' | 'wait' | 'refuse';
  /** Gets a sentence where the opening takes longer, and why. */
  readonly tell?: (sentence: string) => void;
  readonly onListening?: OnListening;
};

const LOOK_MS = 1_000;

/** Opens a PostgreSQL database whose tables are up to date. Raises `StoreError`. Any number of processes may do so at once. */
export async function openPostgres(config: PostgresConfig): Promise<OpenDatabase> {
  const { url, connections, durability, migrations, ifOlder = 'migrate', tell = () => {} } = config;
  const synchronousCommit = durability === 'full' ? 'on' : 'off';
  await refuseUnsuitable(url, durability);
  const { onListening = () => {} } = config;
  const database = databaseOn(openPool({ url, connections, synchronousCommit, onListening }));
  try {
    const missing = await missingMigrations(database.db, migrations);
    if (ifOlder === 'migrate' && missing.length > 0) await migratePostgres({ url, migrations, tell });
    if (ifOlder === 'wait') await waitForMigration(database.db, { migrations, tell });
    await requireMigrated(database.db, migrations);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function waitForMigration(
  db: Database,
  { migrations, tell }: Required<Pick<PostgresConfig, 'migrations' | 'tell'>>,
): Promise<void> {
  let isTold = false;
  for (;;) {
    const missing = await missingMigrations(db, migrations);
    if (missing.length === 0) return;
    if (!isTold) tell(`${storeOlder(missing).message}; waiting until that is done`);
    isTold = true;
    await pause(LOOK_MS);
  }
}
