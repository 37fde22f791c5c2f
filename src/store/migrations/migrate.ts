import { sql } from 'drizzle-orm';
import type { Database, TransactionalDatabase } from '../database.ts';
import { takeStartLock } from '../start-lock.ts';
import { makeList, missingMigrations, noteApplied } from './applied-migrations.ts';
import { type Migration, statementsOf } from './migration.ts';

/** Brings the tables of a store that nobody else uses up to date, in one transaction. */
export async function migrate(db: TransactionalDatabase, migrations: readonly Migration[]): Promise<void> {
  await db.transaction(async (tx) => {
    await takeStartLock(tx);
    await makeList(tx);
    for (const missing of await missingMigrations(tx, migrations)) await apply(tx, missing, migrations[0]);
  });
}

async function apply(db: Database, migration: Migration, first: Migration | undefined) {
  for (const statement of statementsOf(migration))
    await db.execute(sql.raw(statement.replace(CONCURRENTLY, '')));
  await noteApplied(db, migration, first);
}

/** Nobody is there whom an index could lock out, and a transaction can build none concurrently. */
const CONCURRENTLY = /(?<=\bindex )concurrently /i;
