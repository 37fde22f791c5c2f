import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenDatabase } from '../database-on.ts';
import type { Durability } from '../engine.ts';
import { requireMigrated } from '../migrations/applied-migrations.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import type { StoreError } from '../store-error.ts';
import { claimDataDirectory } from './data-directory.ts';
import { embeddedDatabase } from './embedded-database.ts';
import { startEngineThread } from './engine-thread.ts';
import { startUpkeep } from './upkeep.ts';

type DatabaseConfig = {
  /** DATA_DIR: made when absent, mode 0700. */
  dataDirectory: string;
  durability: Durability;
  migrations: readonly Migration[];
  /** What becomes of tables that are older: default `migrate`. */
  ifOlder?: 'migrate' | 'refuse';
  /** Bundled engine-worker.ts. */
  engineProgram: URL;
  /** Made by `writeTemplate`; without it the first start takes seconds. */
  template?: URL;
  /** Called when the store broke while it was open: log the error and end the process. The next start recovers. */
  onStopped(error: StoreError): void;
};

/** Opens the embedded store, its tables up to date. Raises `StoreError`. */
export async function openEmbedded(config: DatabaseConfig): Promise<OpenDatabase> {
  const { path, release } = claimDataDirectory(config.dataDirectory);
  try {
    const opened = await openAndMigrate(config, join(path, 'pgdata'));
    const stopUpkeep = startUpkeep(opened.db);
    return {
      ...opened,
      close() {
        stopUpkeep();
        return opened.close().finally(release);
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

async function openAndMigrate(config: DatabaseConfig, directory: string): Promise<OpenDatabase> {
  const { engineProgram: program, durability, onStopped, template } = config;
  const engine = await startEngineThread({
    program,
    directory,
    durability,
    onStopped,
    ...(template && { template: fileURLToPath(template) }),
  });
  const database = embeddedDatabase(engine);
  try {
    if (config.ifOlder === 'refuse') await requireMigrated(database.db, config.migrations);
    else await migrate(database.db, config.migrations);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
