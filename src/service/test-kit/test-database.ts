import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { inject } from 'vitest';
import type { OpenDatabase } from '../../store/database-on.ts';
import { embeddedDatabase } from '../../store/embedded/embedded-database.ts';
import { openPgliteInMemory } from '../../store/embedded/pglite.ts';
import { packMigrated } from '../../store/embedded/write-template.ts';
import type { Engine } from '../../store/engine.ts';
import { openTestPostgres } from '../../store/test-kit/test-postgres.ts';
import { shippedMigrations } from '../tables/migrations/shipped-migrations.ts';

/** Of this worker, whose test files run one after the other and share its modules. */
const returned: Engine[] = [];
const cache = new URL('../../../.cache/test-database/', import.meta.url);

/** An empty, migrated store, for tests: one per test file. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  const server = inject('postgresUrl');
  if (server !== undefined) return openTestPostgres(server, shippedMigrations());
  const engine = returned.pop() ?? (await openPgliteInMemory(gunzipSync(readFileSync(await testTemplate()))));
  return embeddedDatabase(lent(engine));
}

/** An engine until it is closed, which empties it for the next test file: to open another takes half a second. */
function lent(engine: Engine): Engine {
  let isClosed = false;
  const unlessClosed = () => {
    if (isClosed) throw new Error('the store is closed');
  };
  return {
    async begin() {
      unlessClosed();
      await engine.begin();
    },
    async query(...asked) {
      unlessClosed();
      return engine.query(...asked);
    },
    async executeBatches(group) {
      unlessClosed();
      return engine.executeBatches(group);
    },
    async executeBatch(all) {
      unlessClosed();
      await engine.executeBatch(all);
    },
    listen: (channel, notified) =>
      engine.listen(channel, (payload) => {
        if (!isClosed) notified(payload);
      }),
    async close() {
      isClosed = true;
      await emptyTables(engine);
      returned.push(engine);
    },
  };
}

async function emptyTables(engine: Engine) {
  const { rows } = await engine.query(
    "select quote_ident(tablename) from pg_tables where schemaname = current_schema() and tablename <> 'schema_migrations'",
    [],
    'array',
  );
  await engine.query(`truncate table ${rows.join(', ')} restart identity`, [], 'array');
}

/** Path of a packed template, made by the first test that asks and kept until the migrations change. */
export async function testTemplate(): Promise<string> {
  const file = fileURLToPath(new URL(`${migrationsDigest()}.tar.gz`, cache));
  if (existsSync(file)) return file;
  const archive = gzipSync(await packMigrated(shippedMigrations()));
  mkdirSync(cache, { recursive: true });
  // Test files start side by side: a rename shows the archive whole or not at all.
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, archive);
  renameSync(unfinished, file);
  return file;
}

function migrationsDigest(): string {
  return createHash('sha256').update(JSON.stringify(shippedMigrations())).digest('hex');
}
