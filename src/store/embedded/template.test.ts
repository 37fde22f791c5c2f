import fs, { fstatSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { expect, test, vi } from 'vitest';
import { unpackTemplate } from './template.ts';

const DIRECTORIES = ['pgdata.unfinished', 'pgdata.unfinished/base', 'pgdata.unfinished/base/1', '.'];

test.skipIf(process.platform === 'win32')(
  'unpackTemplate makes the names in every directory durable before the store is in its place',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'template-'));
    const archive = pack();
    archive.entry({ name: 'base/', type: 'directory' });
    archive.entry({ name: 'base/1/', type: 'directory' });
    archive.entry({ name: 'base/1/2' }, 'a page');
    archive.finalize();
    const template = join(folder, 'template.tar.gz');
    writeFileSync(template, gzipSync(await buffer(archive)));
    const synced: string[] = [];
    const inodeOf = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.ino;
    const spy = vi.spyOn(fs, 'fsyncSync').mockImplementation((handle) => {
      const { ino } = fstatSync(handle);
      synced.push(...DIRECTORIES.filter((name) => inodeOf(name) === ino));
    });
    syncBuiltinESMExports();
    await unpackTemplate({ directory: join(folder, 'pgdata'), template, durability: 'full' });
    spy.mockRestore();
    syncBuiltinESMExports();
    // The folder of the store's place comes last, once the name is in it.
    expect(synced.slice(0, -1).toSorted()).toEqual(DIRECTORIES.slice(0, -1));
    expect(synced.at(-1)).toBe('.');
    rmSync(folder, { recursive: true });
  },
);
