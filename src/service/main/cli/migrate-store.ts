import type { Command } from 'commander';
import { grantUse } from '../../../store/postgres/grant-use.ts';
import { migratePostgres } from '../../../store/postgres/migrate-postgres.ts';
import { shippedMigrations } from '../../tables/migrations/shipped-migrations.ts';
import { openStore, type StoreConfig } from '../stores/open-store.ts';
import { withCode } from './io/with-code.ts';
import { endProgram } from './move-store.ts';
import { parseDuration } from './store-commands.ts';
import type { Choose, CommandIo, Task } from './task.ts';

/** Brings the store's tables to this version, before the first process of this version starts. */
export function addMigrate(program: Command, choose: Choose): void {
  program
    .command('migrate')
    .description(
      "brings the store's tables up to date while services go on, as the role of MIGRATION_DATABASE_URL where that is set",
    )
    .option('--patience <time>', 'how long to wait for tables that are in use, such as 10m or 2h', '30m')
    .option('--check', 'changes nothing; ends with 1 where the tables are older than this version', false)
    .action(({ patience, check }: { readonly patience: string; readonly check: boolean }) =>
      choose(check ? requireUpToDate : migrateStore(parseDuration(patience))),
    );
}

function migrateStore(patienceSeconds: number): Task {
  return async (io) => {
    const { config, print } = io;
    const { databaseUrl: url, migrationDatabaseUrl: owner = url } = config;
    const patienceMs = patienceSeconds * 1_000;
    const migrations = shippedMigrations();
    if (url !== undefined && owner !== undefined) {
      await withCode(migratePostgres({ url: owner, migrations, patienceMs, tell: print }));
      await withCode(grantUse({ owner, user: url }));
    } else await openAndClose({ ...config, migrations: 'at-start' });
    return requireUpToDate(io);
  };
}

/** By the service's own address: that of the migration may name another database. */
async function requireUpToDate({ config }: CommandIo): Promise<string> {
  await openAndClose({ ...config, migrations: 'refuse' });
  return 'The store is up to date';
}

async function openAndClose(config: StoreConfig): Promise<void> {
  const { close } = await withCode(openStore(config, { onStopped: endProgram }));
  await close();
}
