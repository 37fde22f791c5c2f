import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type MovedTable, moveStore } from '../../../store/moving/move-store.ts';
import { requireEmptyDatabase } from '../../../store/postgres/postgres-dump.ts';
import type { StoreError } from '../../../store/store-error.ts';
import { dataKeys } from '../../tables/data-keys.ts';
import { markMoved, openAnyStore, openStore, type StoreConfig } from '../stores/open-store.ts';
import { withCode } from './io/with-code.ts';
import type { Choose, Task } from './task.ts';

/** A store that outgrows its host. The address of the other one has a password, so it is no argument. */
export function addMove(program: Command, choose: Choose): void {
  const store = program.command('store').description('the store as a whole');
  store
    .command('move')
    .description(
      'moves the embedded store into the empty PostgreSQL of MOVE_TO_DATABASE_URL, or copies the store into a new directory; run again, it goes on',
    )
    .option('--to <directory>', 'for an embedded copy, to look at; the store that is copied goes on')
    .action(({ to }: { readonly to?: string }) => choose(move(to)));
}

function move(directory: string | undefined): Task {
  return async ({ config }) => {
    const target = targetOf(config, directory);
    const { moved, keyIds } = await withCode(moveTo(config, target));
    const isMoved = directory === undefined && config.databaseUrl === undefined;
    if (isMoved) markMoved(config.dataDirectory);
    return resultText(moved, { keyIds, isMoved });
  };
}

type MoveConfig = StoreConfig & { readonly moveToDatabaseUrl: string | undefined };

function targetOf(config: MoveConfig, directory: string | undefined): StoreConfig {
  if (directory !== undefined)
    return { ...config, databaseUrl: undefined, dataDirectory: resolve(directory) };
  if (config.moveToDatabaseUrl !== undefined) return { ...config, databaseUrl: config.moveToDatabaseUrl };
  throw new Error(
    'Cannot move the store: expected the address of an empty PostgreSQL in MOVE_TO_DATABASE_URL, or --to <directory>',
  );
}

async function moveTo(config: StoreConfig, target: StoreConfig) {
  if (target.databaseUrl !== undefined) await requireEmptyDatabase(target.databaseUrl, { orOurs: true });
  const from = await openStore(config, { onStopped: endProgram });
  try {
    const to = await openAnyStore({ ...target, migrations: 'at-start' }, { onStopped: endProgram });
    try {
      const moved = await moveStore({ from: from.db, to: to.db });
      const keys = await to.db.selectDistinct({ id: dataKeys.masterKeyId }).from(dataKeys);
      return { moved, keyIds: keys.map(({ id }) => id) };
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

/** An engine that broke answers nothing any more; the next try goes on. */
export function endProgram(error: StoreError): never {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

type Result = { readonly keyIds: readonly string[]; readonly isMoved: boolean };

function resultText(moved: readonly MovedTable[], { keyIds, isMoved }: Result): string {
  const rows = moved.reduce((sum, table) => sum + table.rows, 0);
  const keys = keyIds.map((id) => `"${id}"`).join(', ');
  return [
    `${isMoved ? 'Moved' : 'Copied'} ${rows} rows of ${moved.length} tables, and found each of them again`,
    `The store needs the master key ${keys}, which was not copied`,
    isMoved
      ? 'Start the service with that PostgreSQL as DATABASE_URL; the store that was moved does not open any more'
      : 'Never run a service on the copy beside the one it was copied from: it would send its callbacks',
  ].join('\n');
}
