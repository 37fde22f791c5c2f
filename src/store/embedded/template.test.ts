import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { expect, test, vi } from 'vitest';
import { unpackTemplate } from './template.ts';

const syncedDirectories = vi.hoisted((): string[] => []);
vi.mock('../sync-directory.ts', () => ({
  syncDirectory: (path: string) => syncedDirectories.push(path),
}));

test('makes the names in every directory durable before the store is in its place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'template-'));
  const archive = pack();
  archive.entry({ name: 'base/', type: 'directory' });
  archive.entry({ name: 'base/1/', type: 'directory' });
  archive.entry({ name: 'base/1/2' }, 'a page');
  archive.finalize();
  const template = join(folder, 'template.tar.gz');
  writeFileSync(template, gzipSync(await buffer(archive)));
  await unpackTemplate({ directory: join(folder, 'pgdata'), template, durability: 'full' });
  const names = syncedDirectories.map((path) => relative(folder, path));
  expect(names.slice(0, -1).toSorted()).toEqual(
    ['', '/base', '/base/1'].map((name) => `pgdata.unfinished${name}`),
  );
  expect(names.at(-1)).toBe('');
  rmSync(folder, { recursive: true });
});
