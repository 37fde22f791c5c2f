import crypto from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { migrate } from '../migrations/migrate.ts';
import type { Migration } from '../migrations/migration.ts';
import { embeddedDatabase } from './embedded-database.ts';
import { packPglite } from './pglite.ts';

/** The files of an empty, migrated store as a tar archive. */
export function packMigrated(migrations: readonly Migration[]): Promise<Buffer<ArrayBuffer>> {
  return packPglite((engine) => migrate(embeddedDatabase(engine).db, migrations));
}

/**
 * Writes that archive, packed, for a quick first start. Only for a program that does nothing else, because it stops the
 * clock.
 */
export async function writeTemplate(file: string, migrations: readonly Migration[]): Promise<void> {
  standStill();
  writeFileSync(file, gzipSync(await packMigrated(migrations)));
}

/**
 * Makes two builds of one commit the same byte for byte. The engine writes times into its files, and a random value that
 * only a password's check would use.
 */
function standStill() {
  const then = Date.UTC(2020, 0, 1);
  globalThis.Date = new Proxy(Date, {
    construct: (RealDate, args) =>
      args.length === 0 ? new RealDate(then) : Reflect.construct(RealDate, args),
    get: (RealDate, name) => (name === 'now' ? () => then : Reflect.get(RealDate, name)),
  });
  performance.now = () => 0;
  // The bytes stay zero, as they were allocated.
  crypto.randomFillSync = (buffer) => buffer;
}
