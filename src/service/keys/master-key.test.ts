import { randomBytes } from 'node:crypto';
import fs, {
  chmodSync,
  existsSync,
  fstatSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { equalDigests, masterKey, readOrCreateMasterKey } from './master-key.ts';

const folder = mkdtempSync(join(tmpdir(), 'master-key-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('masterKey opens what it sealed for the same context alone', () => {
  const key = masterKey(randomBytes(32));
  const sealed = key.seal(Buffer.from('data key'), 'card:1');
  expect(Buffer.from(key.open(sealed, 'card:1')).toString()).toBe('data key');
  expect(() => key.open(sealed, 'card:2')).toThrow();
  expect(() => masterKey(randomBytes(32)).open(sealed, 'card:1')).toThrow();
});

test('masterKey digests alike for the same purpose and key, and no other', () => {
  const secret = randomBytes(32);
  const digest = masterKey(secret).digest('cards', '1');
  expect(equalDigests(digest, masterKey(secret).digest('cards', '1'))).toBe(true);
  expect(equalDigests(digest, masterKey(secret).digest('cards', '2'))).toBe(false);
  expect(equalDigests(digest, masterKey(secret).digest('keys', '1'))).toBe(false);
  expect(equalDigests(digest, masterKey(randomBytes(32)).digest('cards', '1'))).toBe(false);
  expect(equalDigests(digest, digest.subarray(1))).toBe(false);
});

test('readOrCreateMasterKey makes a file for its owner alone, and reads it again', () => {
  const path = join(folder, 'made');
  const sealed = readOrCreateMasterKey(path).seal(Buffer.from('x'), 'row');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path)).toHaveLength(32);
  expect(Buffer.from(readOrCreateMasterKey(path).open(sealed, 'row')).toString()).toBe('x');
});

test.skipIf(process.platform === 'win32')('readOrCreateMasterKey makes bytes and then name durable', () => {
  const path = join(folder, 'durable');
  const synced: unknown[] = [];
  const spy = vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
    synced.push([fstatSync(handle).isDirectory() ? 'directory' : 'file', existsSync(path)]);
  });
  syncBuiltinESMExports();
  readOrCreateMasterKey(path);
  spy.mockRestore();
  syncBuiltinESMExports();
  expect(synced).toEqual([
    ['file', false],
    ['directory', true],
  ]);
});

test('readOrCreateMasterKey refuses a file of another length', () => {
  const path = join(folder, 'short');
  writeFileSync(path, 'short', { mode: 0o600 });
  expect(() => readOrCreateMasterKey(path)).toThrow('holds 5 bytes, expected 32');
});

test.skipIf(process.platform === 'win32')('readOrCreateMasterKey refuses a file that others can read', () => {
  const path = join(folder, 'open');
  writeFileSync(path, randomBytes(32));
  chmodSync(path, 0o640);
  expect(() => readOrCreateMasterKey(path)).toThrow('readable by other users');
});
