import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CopiedFile } from '../store-copy.ts';
import { StoreError } from '../store-error.ts';
import { syncDirectory } from '../sync-directory.ts';
import { filesIn } from './base-backup.ts';
import { claimDataDirectory } from './data-directory.ts';

type RestoreOptions = {
  readonly dataDirectory: string;
  /** Whether an existing store is moved aside. Default: it is refused. */
  readonly replaces: boolean;
  /** Resolves once the files that were read are known to be whole; else rejects. */
  isWhole(): Promise<void>;
};

const UNFINISHED_MARK = 'restore.unfinished';

/** Refuses a directory whose store was being replaced when the process ended: an empty one would be made in its place. */
export function refuseHalfRestored(dataDirectory: string): void {
  const mark = join(dataDirectory, UNFINISHED_MARK);
  if (!existsSync(mark)) return;
  throw new StoreError(
    'restore_unfinished',
    `Cannot open the store in "${dataDirectory}": a restore did not come to its end; run it again (the former store is beside it as pgdata.replaced-…)`,
  );
}

/**
 * Puts a copied store into a data directory, all or nothing. Returns where the former store is now, if there was one. Raises
 * `lock_held`, `store_not_empty`, and what `isWhole` rejects with.
 */
export async function restoreFiles(
  files: AsyncIterable<CopiedFile>,
  { dataDirectory, replaces, isWhole }: RestoreOptions,
): Promise<string | undefined> {
  const { path, release } = claimDataDirectory(dataDirectory);
  try {
    const store = filesIn(path);
    if (existsSync(store) && !replaces) throw notEmpty(store);
    // A start removes its remains, like those of its own template.
    const temporaryDirectory = `${store}.unfinished`;
    rmSync(temporaryDirectory, { recursive: true, force: true });
    try {
      await writeFiles(files, temporaryDirectory);
      await isWhole();
      return exchange(temporaryDirectory, path);
    } catch (error) {
      rmSync(temporaryDirectory, { recursive: true, force: true });
      throw error;
    }
  } finally {
    release();
  }
}

function notEmpty(store: string) {
  return new StoreError(
    'store_not_empty',
    `Cannot put a store into "${store}": one is there; name an empty DATA_DIR, or give --replace, which moves it aside`,
  );
}

async function writeFiles(files: AsyncIterable<CopiedFile>, directory: string): Promise<void> {
  const directories = new Set([directory]);
  mkdirSync(directory, { mode: 0o700 });
  for await (const { name, content } of files) {
    const path = join(directory, name);
    const folder = name.endsWith('/') ? path : dirname(path);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    directories.add(folder);
    if (name.endsWith('/')) continue;
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const chunk of content) await file.appendFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
  }
  for (const each of directories) syncDirectory(each);
}

/** The mark exists while neither store is in its place. */
function exchange(temporaryDirectory: string, dataDirectory: string): string | undefined {
  const store = filesIn(dataDirectory);
  const mark = join(dataDirectory, UNFINISHED_MARK);
  const former = existsSync(store) ? `${store}.replaced-${Date.now()}` : undefined;
  if (former !== undefined) {
    writeMark(mark);
    syncDirectory(dataDirectory);
    renameSync(store, former);
  }
  renameSync(temporaryDirectory, store);
  syncDirectory(dataDirectory);
  rmSync(mark, { force: true });
  syncDirectory(dataDirectory);
  return former;
}

function writeMark(mark: string) {
  writeFileSync(mark, '', { mode: 0o600 });
  const file = openSync(mark, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
