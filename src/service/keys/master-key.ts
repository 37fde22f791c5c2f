import { createHmac, hkdfSync, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { syncDirectory } from '../db/sync-directory.ts';
import { open, type Sealed, seal } from './sealing.ts';

const KEY_BYTES = 32;

/** What the master key does: it wraps other keys and keys digests; each purpose has a key derived for it alone. */
export type MasterKey = {
  /** Encrypts `plaintext` bound to `context`: what was sealed for one row cannot be opened for another. */
  seal(plaintext: Uint8Array, context: string): Sealed;
  /** Throws when the bytes were changed or sealed for another context. */
  open(sealed: Sealed, context: string): Uint8Array;
  /** HMAC-SHA-256 keyed for `purpose`: lets equal secrets be found without keeping them. */
  digest(purpose: string, text: string): Uint8Array;
};

export function masterKey(secret: Uint8Array): MasterKey {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
  const sealingKey = derive('seal');
  const digestKeys = new Map<string, Buffer>();
  const digestKey = (purpose: string) => {
    const key = digestKeys.get(purpose) ?? derive(`digest:${purpose}`);
    digestKeys.set(purpose, key);
    return key;
  };
  return {
    seal: (plaintext, context) => seal(sealingKey, plaintext, context),
    open: (sealed, context) => open(sealingKey, sealed, context),
    digest: (purpose, text) => createHmac('sha256', digestKey(purpose)).update(text).digest(),
  };
}

/** Reads the 32-byte key file, or makes it; refuses one that other users can read. */
export function readOrCreateMasterKey(path: string): MasterKey {
  const secret = read(path) ?? create(path);
  if (secret.length !== KEY_BYTES) {
    throw new Error(
      `Cannot open the master key: '${path}' holds ${secret.length} bytes, expected ${KEY_BYTES}`,
    );
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new Error(`Cannot open the master key: '${path}' is readable by other users, run chmod 600 on it`);
  }
  return masterKey(secret);
}

export function equalDigests(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}

function read(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (isError(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Shown whole or not at all, and never twice: processes that start side by side agree on one. */
function create(path: string): Uint8Array {
  const unfinished = `${path}.${randomUUID()}`;
  const file = openSync(unfinished, 'wx', 0o600);
  writeSync(file, randomBytes(KEY_BYTES));
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(unfinished, path);
  } catch (error) {
    if (!isError(error, 'EEXIST')) throw error;
  } finally {
    unlinkSync(unfinished);
  }
  // The other process's name too: what is sealed from here on must be opened after a power loss.
  syncDirectory(dirname(path));
  return readFileSync(path);
}

function isError(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
