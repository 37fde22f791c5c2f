import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OpenDatabase } from './database.ts';
import { embeddedDatabase } from './embedded-database.ts';
import { shippedMigrations } from './migrate.ts';
import { packMigrated } from './pack-migrated.ts';
import { openPgliteInMemory } from './pglite.ts';

const cache = new URL('../../../.cache/test-database/', import.meta.url);

/** An empty, migrated store in memory, for tests: one per test file. */
export async function openTestDatabase(): Promise<OpenDatabase> {
  return embeddedDatabase(await openPgliteInMemory(await template()));
}

async function template(): Promise<Buffer<ArrayBuffer>> {
  const migrations = createHash('sha256').update(JSON.stringify(shippedMigrations())).digest('hex');
  const file = fileURLToPath(new URL(`${migrations}.tar`, cache));
  if (existsSync(file)) return readFileSync(file);
  const archive = await packMigrated();
  mkdirSync(cache, { recursive: true });
  // Test files start side by side: a rename shows the archive whole or not at all.
  writeFileSync(`${file}.${process.pid}`, archive);
  renameSync(`${file}.${process.pid}`, file);
  return archive;
}
