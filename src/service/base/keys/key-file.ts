import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { takeFileLock } from '../../../store/locks/lock-file.ts';
import { StoreError } from '../../../store/store-error.ts';
import { syncDirectory } from '../../../store/sync-directory.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { type KeyStore, wrapWith } from './key-store.ts';
import { SECRET_BYTES, type SealingKey, sealingKey } from './sealing.ts';

/** A change takes a few milliseconds. */
const LOCK_TIMEOUT_MS = 5_000;
const LOCK_LOOK_MS = 20;

/**
 * The file of master keys, 32 bytes each, the newest first. It is made when absent, and refused when other users can read
 * it.
 */
export function openKeyFile(path: string): KeyStore {
  if (readIfThere(path) === undefined) create(path);
  const keys = (): SealingKey[] => readSecrets(path).map(sealingKey);
  keys();
  return {
    // Read each time, because another process may have renewed it.
    ...wrapWith(keys),
    isOurs: true,
    renew: async () => change(path, (secrets) => [randomBytes(SECRET_BYTES), ...secrets]),
    forgetBefore: async (id) =>
      change(path, (secrets) => {
        const last = secrets.findIndex((secret) => sealingKey(secret).id === id);
        return last < 0 ? secrets : secrets.slice(0, last + 1);
      }),
  };
}

function readSecrets(path: string): Uint8Array[] {
  const bytes = readFileSync(path);
  const count = bytes.length / SECRET_BYTES;
  if (!Number.isInteger(count) || count === 0) {
    throw new Error(
      `Cannot open the master key: '${path}' holds ${bytes.length} bytes, expected ${SECRET_BYTES}, or as many for each key`,
    );
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new Error(`Cannot open the master key: '${path}' is readable by other users, run chmod 600 on it`);
  }
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * SECRET_BYTES, (index + 1) * SECRET_BYTES),
  );
}

/** Changes the file, one process at a time. Readers see the old file or the new one, never a part. */
async function change(path: string, next: (secrets: readonly Uint8Array[]) => readonly Uint8Array[]) {
  const release = await lockInTime(`${path}.lock`);
  try {
    const secrets = readSecrets(path);
    const nextSecrets = next(secrets);
    if (nextSecrets.length === secrets.length) return;
    renameSync(writeTemporary(path, Buffer.concat(nextSecrets)), path);
    syncDirectory(dirname(path));
  } finally {
    release();
  }
}

/** Processes that finish one rotation side by side wait for each other; one that hangs is named. */
async function lockInTime(lock: string): Promise<() => void> {
  const deadline = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    try {
      return takeFileLock(lock, 'wait until it is done, or stop it if it hangs');
    } catch (error) {
      const isHeld = error instanceof StoreError && error.code === 'lock_held';
      if (!isHeld || performance.now() > deadline) throw error;
    }
    await delay(LOCK_LOOK_MS);
  }
}

/** The file appears whole or not at all, and only once: processes that start side by side agree on it. */
function create(path: string): void {
  const temporaryPath = writeTemporary(path, randomBytes(SECRET_BYTES));
  try {
    linkSync(temporaryPath, path);
  } catch (error) {
    if (!isError(error, 'EEXIST')) throw error;
  } finally {
    unlinkSync(temporaryPath);
  }
  // Synced even when another process made the file: values sealed from here on must open after a power loss.
  syncDirectory(dirname(path));
}

function writeTemporary(path: string, bytes: Uint8Array): string {
  const temporaryPath = `${path}.${randomUUID()}`;
  const file = openSync(temporaryPath, 'wx', 0o600);
  try {
    writeSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return temporaryPath;
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isError(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

type KeyConfig = Pick<Config, 'masterKeys' | 'masterKeyFile' | 'dataDirectory' | 'databaseUrl' | 'exposure'>;

/** Logs a warning where others depend on a master key that is copied along with the data. */
export function warnAboutMasterKey(config: KeyConfig, log: Log): void {
  const { masterKeys, masterKeyFile, dataDirectory, databaseUrl, exposure } = config;
  const isServed = exposure.isPublic || databaseUrl !== undefined;
  if (masterKeys.length > 0 || !isServed) return;
  if (masterKeyFile !== undefined && !isInside(dataDirectory, masterKeyFile)) return;
  log.warn(
    'the master key is a file in DATA_DIR, and a copy of that opens what it protects: expected MASTER_KEY, or MASTER_KEY_FILE outside DATA_DIR, and then keys rotate',
  );
}

function isInside(directory: string, file: string): boolean {
  return !relative(resolve(directory), resolve(file)).startsWith('..');
}
