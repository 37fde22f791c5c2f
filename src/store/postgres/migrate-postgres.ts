import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database, TransactionalDatabase } from '../database.ts';
import { databaseOn } from '../database-on.ts';
import type { Connection } from '../engine.ts';
import { causesOf, hasSqlState, isDeadlock } from '../error-causes.ts';
import { makeList, missingMigrations, noteApplied } from '../migrations/applied-migrations.ts';
import { type Migration, statementsOf } from '../migrations/migration.ts';
import { StoreError } from '../store-error.ts';
import { openPool } from './pool.ts';
import { refuseUnsuitable, type TimeLimits } from './session-settings.ts';

type PostgresMigration = {
  /** The address of a role that may change tables. */
  readonly url: string;
  readonly migrations: readonly Migration[];
  /** Milliseconds after which it gives up waiting for locks; default: never. What is applied by then stays. */
  readonly patienceMs?: number;
  /** Gets a sentence for each migration that was applied, and once for each reason to wait. */
  readonly tell?: (sentence: string) => void;
};

/**
 * Milliseconds that one attempt waits for a table that somebody reads or writes. Whoever comes after it waits that long, too: so it
 * gives up and comes again, until the table is free.
 */
const LOCK_MS = 1_000;
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 10_000;
const MIGRATION_LIMITS: TimeLimits = { statementMs: 0, idleMs: 0, lockMs: LOCK_MS };

/** The number by which all processes know that one of them migrates. */
const MIGRATING = 7_205_760;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Brings the tables of a PostgreSQL up to date while services work on it: each migration in a transaction of its own, indexes
 * concurrently, without a limit of time. Raises `migration_blocked` once its patience is over, and `migration_failed`. Begun again, it
 * goes on. Returns the names of what it applied.
 */
export async function migratePostgres(settings: PostgresMigration): Promise<string[]> {
  const { url, migrations, patienceMs = Number.POSITIVE_INFINITY, tell = () => {} } = settings;
  await refuseUnsuitable(url, 'fast');
  const pool = openPool({ url, connections: 1, synchronousCommit: 'on', limits: MIGRATION_LIMITS });
  try {
    // One connection to the end: it holds the lock.
    return await pool.withConnection(async (connection) => {
      const { db } = databaseOn(onlyConnection(connection));
      const patience = patienceOf(patienceMs, tell);
      await waitForOthers(db, patience);
      await patiently(() => makeList(db), { db, patience });
      const applied: string[] = [];
      for (const missing of await missingMigrations(db, migrations)) {
        const from = performance.now();
        await apply(db, { migration: missing, first: migrations[0], patience });
        applied.push(missing.name);
        tell(`Applied "${missing.name}" in ${((performance.now() - from) / 1_000).toFixed(1)} s`);
      }
      return applied;
    });
  } finally {
    await pool.close();
  }
}

function onlyConnection(connection: Connection) {
  return {
    withConnection: <T>(task: (one: Connection, onLastQuery: () => void) => Promise<T>) =>
      task(connection, () => {}),
    withSharedConnection: <T>(task: (one: Connection) => Promise<T>) => task(connection),
    listen: () => Promise.reject(new Error('Cannot listen while migrating')),
    close: async () => {},
  };
}

type Patience = {
  /** Waits a little longer than the last time. Raises `migration_blocked` once it is over. */
  wait(reason: string): Promise<void>;
};

function patienceOf(milliseconds: number, tell: (sentence: string) => void): Patience {
  const end = performance.now() + milliseconds;
  let pauseMs = SHORTEST_PAUSE_MS;
  let lastReason: string | undefined;
  return {
    async wait(reason) {
      if (performance.now() + pauseMs > end)
        throw new StoreError('migration_blocked', `Cannot migrate the store: ${reason}; try again later`);
      if (reason !== lastReason) tell(`Waiting: ${reason}`);
      lastReason = reason;
      await pause(pauseMs * (0.75 + Math.random() / 4));
      pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
    },
  };
}

/** It asks again and again: a process that waits in the server holds up an index that is built concurrently. */
async function waitForOthers(db: Database, patience: Patience): Promise<void> {
  for (;;) {
    const [row] = await db
      .select({ isMine: sql<boolean>`pg_try_advisory_lock(${sql.raw(String(MIGRATING))})` })
      .from(sql`(select 1) as one`);
    if (row?.isMine) return;
    await patience.wait('another process migrates it');
  }
}

type Step = { readonly db: Database; readonly patience: Patience };

/** Runs `task`, of which nothing stays where it was refused a lock, until it is given all of its locks. */
async function patiently(task: () => Promise<void>, { db, patience }: Step): Promise<void> {
  for (;;) {
    try {
      return await task();
    } catch (error) {
      if (!hasSqlState(error, LOCK_NOT_AVAILABLE) && !isDeadlock(error)) throw error;
    }
    await patience.wait(await whoIsAtWork(db));
  }
}

/** As far as this role may see. */
async function whoIsAtWork(db: Database): Promise<string> {
  const [oldest] = await db
    .select({ process: sql<number>`pid`, name: sql<string>`application_name` })
    .from(sql`pg_stat_activity`)
    .where(
      sql`datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - interval '1 second'`,
    )
    .orderBy(sql`xact_start`)
    .limit(1);
  const where = oldest ? `, since long in process ${oldest.process} "${oldest.name}"` : '';
  return `a table is in use${where}`;
}

type Applying = {
  readonly migration: Migration;
  readonly first: Migration | undefined;
  readonly patience: Patience;
};

async function apply(db: TransactionalDatabase, { migration, first, patience }: Applying): Promise<void> {
  const statements = statementsOf(migration);
  try {
    if (statements.some(isConcurrent)) {
      for (const statement of statements) await patiently(() => buildIndex(db, statement), { db, patience });
      return await noteApplied(db, migration, first);
    }
    await patiently(
      () =>
        db.transaction(async (tx) => {
          for (const statement of statements) await tx.execute(sql.raw(statement));
          await noteApplied(tx, migration, first);
        }),
      { db, patience },
    );
  } catch (error) {
    throw error instanceof StoreError ? error : migrationFailed(migration, error);
  }
}

const INDEX = /\bindex concurrently "?(\w+)"?/i;
const isConcurrent = (statement: string) => INDEX.test(statement);

/**
 * Builds an index unless it is there. One that somebody was building when he died is invalid, and goes first. It waits as long as it
 * takes for transactions that are open: it keeps nobody from the table meanwhile.
 */
async function buildIndex(db: Database, statement: string): Promise<void> {
  const name = INDEX.exec(statement)?.[1];
  if (name === undefined) throw new Error('expected statements that create an index concurrently, alone');
  const [index] = await db
    .select({ isValid: sql<boolean>`indisvalid` })
    .from(sql`pg_index`)
    .where(sql`indexrelid = to_regclass(${`"${name}"`})`);
  if (index?.isValid) return;
  await db.execute(sql`set lock_timeout = 0`);
  try {
    if (index) await db.execute(sql.raw(`drop index concurrently "${name}"`));
    await db.execute(sql.raw(statement));
  } finally {
    await db.execute(sql.raw(`set lock_timeout = ${LOCK_MS}`));
  }
}

function migrationFailed({ name }: Migration, error: unknown): StoreError {
  const reason = causesOf(error).at(-1);
  return new StoreError(
    'migration_failed',
    `Cannot migrate the store: "${name}" failed, and nothing of it stays but indexes: ${reason instanceof Error ? reason.message : reason}`,
    { cause: error },
  );
}
