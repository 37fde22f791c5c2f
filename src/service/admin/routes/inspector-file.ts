import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { openDataDirectory } from '../../../store/embedded/data-directory.ts';
import type { Config } from '../../settings/config.ts';

const InspectorPlace = z.object({ address: z.string(), token: z.string() });
/** Where a running service's admin API is. */
export type InspectorPlace = z.infer<typeof InspectorPlace>;

type Place = Pick<Config, 'dataDirectory' | 'databaseUrl'>;

/**
 * Leaves address and token beside the embedded store, for the commands of this user; returns what takes them away
 * again. PostgreSQL can be opened beside a running service, so nothing needs to be found there.
 */
export function announceInspector(place: Place, inspector: InspectorPlace): () => void {
  if (place.databaseUrl !== undefined) return () => {};
  openDataDirectory(place.dataDirectory);
  const file = fileOf(place);
  // A file that is there keeps its mode, and an ended service's is of no use.
  rmSync(file, { force: true });
  writeFileSync(file, JSON.stringify(inspector), { mode: 0o600, flag: 'wx' });
  return () => rmSync(file, { force: true });
}

/** Undefined where no service runs on the store; one that was killed may have left its file. */
export function findInspector(place: Place): InspectorPlace | undefined {
  try {
    const found = InspectorPlace.safeParse(JSON.parse(readFileSync(fileOf(place), 'utf8')));
    return found.data;
  } catch {
    return undefined;
  }
}

function fileOf({ dataDirectory }: Place): string {
  return join(dataDirectory, 'inspector.json');
}
