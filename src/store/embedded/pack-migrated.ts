import { embeddedDatabase } from './embedded-database.ts';
import { migrate } from '../migrate.ts';
import { packPglite } from './pglite.ts';

/** The files of an empty, migrated store as a tar archive. */
export function packMigrated(): Promise<Buffer<ArrayBuffer>> {
  return packPglite((engine) => migrate(embeddedDatabase(engine).db));
}
