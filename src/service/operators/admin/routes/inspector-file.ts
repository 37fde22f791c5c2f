import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { openDataDirectory } from '../../../../store/embedded/data-directory.ts';
import type { Config } from '../../../base/config.ts';

const InspectorAccess = z.object({ address: z.string(), token: z.string() });
/** Where a running service's admin API is. */
export type InspectorAccess = z.infer<typeof InspectorAccess>;

type StoreConfig = Pick<Config, 'dataDirectory' | 'databaseUrl'>;

/**
 * Writes address and token into a file next to the embedded store, for commands of the same user. Returns a function
 * that removes them. With PostgreSQL it writes nothing: a command can open the store while the service runs.
 */
export function announceInspector(store: StoreConfig, inspector: InspectorAccess): () => void {
  if (store.databaseUrl !== undefined) return () => {};
  openDataDirectory(store.dataDirectory);
  const file = fileOf(store);
  // An existing file would keep its mode, and the file of an ended service is of no use.
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify(inspector), { mode: 0o600, flag: 'wx' });
  return () => rmSync(file, { force: true });
}

/** Undefined if there is no file. A service that was killed may have left one. */
export function findInspector(store: StoreConfig): InspectorAccess | undefined {
  try {
    const found = InspectorAccess.safeParse(JSON.parse(readFileSync(fileOf(store), 'utf8')));
    return found.data;
  } catch {
    return undefined;
  }
}

function fileOf({ dataDirectory }: StoreConfig): string {
  return join(dataDirectory, 'inspector.json');
}
