import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenDatabase } from '../../../store/database-on.ts';
import { openEmbedded } from '../../../store/embedded/open-embedded.ts';
import { refuseHalfRestored } from '../../../store/embedded/restore-files.ts';
import { refuseHalfMoved } from '../../../store/moving/move-store.ts';
import { openPostgres } from '../../../store/postgres/open-postgres.ts';
import { StoreError } from '../../../store/store-error.ts';
import { syncDirectory } from '../../../store/sync-directory.ts';
import type { Config } from '../../base/config.ts';
import { shippedMigrations } from '../../tables/migrations/shipped-migrations.ts';

export type StoreConfig = Pick<
  Config,
  'databaseUrl' | 'databaseConnections' | 'dataDirectory' | 'durability' | 'migrations'
>;

export type StoreEvents = {
  /** Of the embedded store: it broke while it was open. */
  readonly onStopped: Parameters<typeof openEmbedded>[0]['onStopped'];
  /** Gets a sentence where the opening takes longer, and why. */
  readonly tell?: (sentence: string) => void;
  /** Of PostgreSQL: the connection that listens is lost, or back. */
  readonly onListening?: (isListening: boolean) => void;
};

/** In DATA_DIR, once its store has moved to a PostgreSQL. */
const MOVED_MARK = 'store.moved';

/** Opens the store that the settings name, its tables up to date. Raises `StoreError`, also for one that has moved, or not to its end. */
export async function openStore(config: StoreConfig, events: StoreEvents): Promise<OpenDatabase> {
  const store = await openAnyStore(config, events);
  try {
    await refuseHalfMoved(store.db);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** The same, also of one that a move has begun to fill. */
export async function openAnyStore(
  config: StoreConfig,
  { onStopped, tell = () => {}, onListening = () => {} }: StoreEvents,
): Promise<OpenDatabase> {
  const { databaseUrl: url, databaseConnections: connections, dataDirectory, durability } = config;
  const migrations = shippedMigrations();
  const ifOlder = config.migrations === 'at-start' ? 'migrate' : config.migrations;
  const common = { durability, migrations };
  if (url !== undefined) return openPostgres({ url, connections, ...common, ifOlder, tell, onListening });
  refuseHalfRestored(dataDirectory);
  refuseMoved(dataDirectory);
  const engineProgram = new URL('./engine-worker.js', import.meta.url);
  const template = new URL('./pgdata.tar.gz', import.meta.url);
  return openEmbedded({
    dataDirectory,
    ...common,
    ifOlder: ifOlder === 'migrate' ? 'migrate' : 'refuse',
    engineProgram,
    template,
    onStopped,
  });
}

/** Two services on copies of one store would both act on its payments. */
export function markMoved(dataDirectory: string): void {
  writeFileSync(join(dataDirectory, MOVED_MARK), '');
  syncDirectory(dataDirectory);
}

function refuseMoved(dataDirectory: string): void {
  const mark = join(dataDirectory, MOVED_MARK);
  if (!existsSync(mark)) return;
  throw new StoreError(
    'store_moved',
    `Cannot open the store in "${dataDirectory}": it has moved to a PostgreSQL; name that as DATABASE_URL, or go back to what was here by removing "${mark}", without what was paid since`,
  );
}
