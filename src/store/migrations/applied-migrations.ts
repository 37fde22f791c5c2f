import { sql } from 'drizzle-orm';
import type { Database } from '../database.ts';
import { StoreError } from '../store-error.ts';
import type { Migration } from './migration.ts';

type AppliedMigration = {
  readonly name: string;
  readonly checksum: string;
  /** Null in rows of builds that wrote none. */
  readonly oldestBuild: string | null;
};

/**
 * The migrations that the store lacks, in order. Raises `migration_changed`, and `store_newer` for a store of a newer build that
 * this one cannot live with. It changes nothing.
 */
export async function missingMigrations(
  db: Database,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  const applied = await appliedMigrations(db);
  refuseNewer(applied, migrations);
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  return migrations.filter((migration) => {
    const checksum = checksums.get(migration.name);
    if (checksum !== undefined && checksum !== migration.checksum) throw migrationChanged(migration);
    return checksum === undefined;
  });
}

/** Raises `store_older` for a store that lacks migrations. */
export async function requireMigrated(db: Database, migrations: readonly Migration[]): Promise<void> {
  const missing = await missingMigrations(db, migrations);
  if (missing.length > 0) throw storeOlder(missing);
}

export function storeOlder(missing: readonly Migration[]): StoreError {
  const names = missing.map(({ name }) => `"${name}"`).join(', ');
  return new StoreError(
    'store_older',
    `Cannot use the store: it has no tables yet, or those of an older version, and lacks ${names}; run the command 'migrate' of this version`,
  );
}

/** The store's list of migrations, or the column that older builds did not write: made where it is missing. */
export async function makeList(db: Database): Promise<void> {
  await db.execute(sql`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now(),
      oldest_build text
    )`);
  const [column] = await db
    .select({ one: sql`1` })
    .from(sql`pg_attribute`)
    .where(sql`attrelid = 'schema_migrations'::regclass and attname = 'oldest_build' and not attisdropped`);
  if (!column) await db.execute(sql`alter table schema_migrations add column oldest_build text`);
}

/** `first` is the first of all: every build knows it. */
export async function noteApplied(
  db: Database,
  { name, checksum, oldestBuild }: Migration,
  first: Migration | undefined,
): Promise<void> {
  await db.execute(
    sql`insert into schema_migrations (name, checksum, oldest_build) values (${name}, ${checksum}, ${oldestBuild ?? first?.name ?? name})`,
  );
}

async function appliedMigrations(db: Database): Promise<AppliedMigration[]> {
  const [list] = await db
    .select({ isThere: sql<boolean>`to_regclass('schema_migrations') is not null` })
    .from(sql`(select 1) as one`);
  if (!list?.isThere) return [];
  return db
    .select({
      name: sql<string>`name`,
      checksum: sql<string>`checksum`,
      oldestBuild: sql<string | null>`to_jsonb(list) ->> 'oldest_build'`,
    })
    .from(sql`schema_migrations as list`);
}

function refuseNewer(applied: readonly AppliedMigration[], migrations: readonly Migration[]) {
  const isKnown = (name: string | null) => migrations.some((known) => known.name === name);
  const newer = applied.find(({ name, oldestBuild }) => !isKnown(name) && !isKnown(oldestBuild));
  if (newer === undefined) return;
  throw new StoreError(
    'store_newer',
    `Cannot open the store: it has migration "${newer.name}", which this version cannot live with; start a newer version, or choose an empty DATA_DIR or database`,
  );
}

function migrationChanged({ name }: Migration) {
  return new StoreError(
    'migration_changed',
    `Cannot open the store: migration "${name}" was edited after it had been applied; restore the file and add a new one`,
  );
}
