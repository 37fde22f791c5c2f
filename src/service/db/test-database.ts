import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { OpenDatabase } from './database.ts';
import { embeddedDatabase } from './embedded-database.ts';
import { shippedMigrations } from './migrate.ts';
import { packMigrated } from './pack-migrated.ts';
import { openPgliteInMemory } from './pglite.ts';

const cache = new URL('../../../.cache/test-database/', import.meta.url);

/** An empty, migrated store in memory, for tests: one per test file. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  return embeddedDatabase(await openPgliteInMemory(gunzipSync(readFileSync(await testTemplate()))));
}

/** Path of a packed template, made by the first test that asks and kept until the migrations change. */
export async function testTemplate(): Promise<string> {
  const migrations = createHash('sha256').update(JSON.stringify(shippedMigrations())).digest('hex');
  const file = fileURLToPath(new URL(`${migrations}.tar.gz`, cache));
  if (existsSync(file)) return file;
  const archive = gzipSync(await packMigrated());
  mkdirSync(cache, { recursive: true });
  // Test files start side by side: a rename shows the archive whole or not at all.
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, archive);
  renameSync(unfinished, file);
  return file;
}
