import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { takeFileLock } from '../locks/lock-file.ts';
import { StoreError } from '../store-error.ts';

export type DataDirectory = {
  /** An absolute path. */
  path: string;
  /** Releases the directory to the next process. */
  release(): void;
};

const OTHER_DIRECTORY = 'stop that process or set DATA_DIR to another directory';

/** Makes `path` a directory that only this user can read and only this process may use, or refuses and says why. */
export function claimDataDirectory(path: string): DataDirectory {
  const directory = openDataDirectory(path);
  return { path: directory, release: takeFileLock(join(directory, 'lock'), OTHER_DIRECTORY) };
}

/** Like `claimDataDirectory`, without the claim. Returns the absolute path. */
export function openDataDirectory(path: string): string {
  const directory = resolve(path);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  makePrivate(directory);
  return directory;
}

function makePrivate(directory: string) {
  if (process.platform === 'win32' || (statSync(directory).mode & 0o077) === 0) return;
  try {
    chmodSync(directory, 0o700);
  } catch (cause) {
    throw notPrivate(directory, cause);
  }
}

function notPrivate(directory: string, cause: unknown) {
  return new StoreError(
    'data_directory_not_private',
    `Cannot open the data directory "${directory}": other users may enter it and its mode cannot be changed, run chmod 700 on it as its owner`,
    { cause },
  );
}
