import { randomBytes } from 'node:crypto';
import fs, {
  chmodSync,
  existsSync,
  fstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { takeFileLock } from '../../../store/locks/lock-file.ts';
import { openKeyFile } from './key-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'master-key-'));
afterAll(() => rmSync(folder, { recursive: true }));

const secret = randomBytes(32);
const unwrapped = async (
  ...[wrapped, path]: [Parameters<ReturnType<typeof openKeyFile>['unwrap']>[0], string]
) => Buffer.from(await openKeyFile(path).unwrap(wrapped, 'row'));

test('openKeyFile makes a file for its owner alone, and reads it again', async () => {
  const path = join(folder, 'made');
  const wrapped = await openKeyFile(path).wrap(secret, 'row');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path)).toHaveLength(32);
  expect(await unwrapped(wrapped, path)).toEqual(secret);
  await expect(openKeyFile(path).unwrap(wrapped, 'another row')).rejects.toThrow();
});

test('openKeyFile keeps the former key beside a renewed one until it is to be forgotten', async () => {
  const path = join(folder, 'renewed');
  const [file, other] = [openKeyFile(path), openKeyFile(path)];
  const former = await file.wrap(secret, 'row');
  await file.renew();
  const fresh = await other.wrap(secret, 'row');
  expect(fresh.masterKeyId).not.toBe(former.masterKeyId);
  expect(await other.currentId()).toBe(fresh.masterKeyId);
  expect([await unwrapped(former, path), await unwrapped(fresh, path)]).toEqual([secret, secret]);
  await file.forgetBefore(fresh.masterKeyId);
  expect(await unwrapped(fresh, path)).toEqual(secret);
  await expect(unwrapped(former, path)).rejects.toMatchObject({
    code: 'key_unknown',
    message: expect.stringContaining(`"${former.masterKeyId}"`),
  });
  expect(readFileSync(path)).toHaveLength(32);
  expect(readdirSync(folder).filter((name) => name.startsWith('renewed'))).toEqual(['renewed']);
});

test('openKeyFile waits for who is changing the file', async () => {
  const path = join(folder, 'shared');
  const file = openKeyFile(path);
  const former = await file.currentId();
  const release = takeFileLock(`${path}.lock`, '');
  const renewed = file.renew();
  await delay(100);
  expect(await file.currentId()).toBe(former);
  release();
  await renewed;
  expect(await file.currentId()).not.toBe(former);
});

test.skipIf(process.platform === 'win32')('openKeyFile makes bytes and then name durable', async () => {
  const path = join(folder, 'durable');
  const synced: unknown[] = [];
  const spy = vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
    const isDirectory = fstatSync(handle).isDirectory();
    synced.push([isDirectory ? 'directory' : 'file', existsSync(path) && readFileSync(path).length]);
  });
  syncBuiltinESMExports();
  const file = openKeyFile(path);
  expect(synced).toEqual([
    ['file', false],
    ['directory', 32],
  ]);
  synced.length = 0;
  await file.renew();
  spy.mockRestore();
  syncBuiltinESMExports();
  // The lock's own file comes first.
  expect(synced.slice(-2)).toEqual([
    ['file', 32],
    ['directory', 64],
  ]);
});

test('openKeyFile refuses a file of another length', () => {
  const path = join(folder, 'short');
  writeFileSync(path, 'short', { mode: 0o600 });
  expect(() => openKeyFile(path)).toThrow('holds 5 bytes, expected 32');
});

test.skipIf(process.platform === 'win32')('openKeyFile refuses a file that others can read', () => {
  const path = join(folder, 'open');
  writeFileSync(path, randomBytes(32));
  chmodSync(path, 0o640);
  expect(() => openKeyFile(path)).toThrow('readable by other users');
});
