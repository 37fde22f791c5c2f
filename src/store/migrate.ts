import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database, TransactionalDatabase } from './database.ts';
import { takeStartLock } from './start-lock.ts';
import { StoreError } from './store-error.ts';

export type Migration = { readonly name: string; readonly text: string; readonly checksum: string };

/** Brings the tables up to date in one transaction; on PostgreSQL a second instance waits for the first. */
export async function migrate(db: TransactionalDatabase, migrations: readonly Migration[]): Promise<void> {
  await db.transaction(async (tx) => {
    await takeStartLock(tx);
    await tx.execute(sql`
      create table if not exists schema_migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`);
    const applied = await appliedMigrations(tx);
    refuseUnknown(applied, migrations);
    for (const migration of migrations) {
      const checksum = applied.get(migration.name);
      if (checksum === undefined) await apply(tx, migration);
      else if (checksum !== migration.checksum) throw migrationChanged(migration);
    }
  });
}

export function migration(name: string, text: string): Migration {
  // A checkout on Windows may have changed the line ends.
  const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
  return { name, text, checksum };
}

async function appliedMigrations(db: Database): Promise<Map<string, string>> {
  const rows = await db
    .select({ name: sql<string>`name`, checksum: sql<string>`checksum` })
    .from(sql`schema_migrations`);
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function apply(db: Database, { name, text, checksum }: Migration) {
  for (const statement of text.split('--> statement-breakpoint')) await db.execute(sql.raw(statement));
  await db.execute(sql`insert into schema_migrations (name, checksum) values (${name}, ${checksum})`);
}

function refuseUnknown(applied: Map<string, string>, migrations: readonly Migration[]) {
  const unknown = [...applied.keys()].filter((name) => !migrations.some((known) => known.name === name));
  if (unknown.length === 0) return;
  throw new StoreError(
    'store_newer',
    `Cannot migrate the store: it has migration "${unknown[0]}", which this version does not know; start the version that wrote it, or choose an empty DATA_DIR or database`,
  );
}

function migrationChanged({ name }: Migration) {
  return new StoreError(
    'migration_changed',
    `Cannot migrate the store: migration "${name}" was edited after it had been applied; restore the file and add a new one`,
  );
}
