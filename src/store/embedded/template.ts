import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { EngineOptions } from '../engine.ts';
import { syncDirectory } from '../sync-directory.ts';
import { packPglite } from './pglite.ts';

const TAR_BLOCK = 512;

/**
 * Gives an empty place its PostgreSQL files, all or none: a killed start leaves no half directory, and with durability `full`
 * neither does a power loss.
 */
export async function unpackTemplate({ directory, template, durability }: EngineOptions): Promise<void> {
  if (existsSync(directory)) return;
  const archive = template ? gunzipSync(readFileSync(template)) : await packPglite(async () => {});
  const temporaryDirectory = `${directory}.unfinished`;
  rmSync(temporaryDirectory, { recursive: true, force: true });
  mkdirSync(temporaryDirectory, { recursive: true, mode: 0o700 });
  const flush = durability === 'full';
  const directories = new Set([temporaryDirectory]);
  for (const entry of tarEntries(archive)) {
    const path = join(temporaryDirectory, entry.name);
    const folder = entry.content ? dirname(path) : join(path, '.');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    directories.add(folder);
    if (entry.content) writeFileSync(path, entry.content, { mode: 0o600, flush });
  }
  if (flush) for (const each of directories) syncDirectory(each);
  renameSync(temporaryDirectory, directory);
  if (flush) syncDirectory(dirname(directory));
}

function* tarEntries(archive: Buffer) {
  let offset = 0;
  while (archive[offset]) {
    const text = (from: number, length: number) =>
      archive.toString('latin1', offset + from, offset + from + length).replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12), 8) || 0;
    const start = offset + TAR_BLOCK;
    const isDirectory = text(156, 1) === '5';
    yield { name: text(0, 100), content: isDirectory ? undefined : archive.subarray(start, start + size) };
    offset = start + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
  }
}
