import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What log-writes.ts logs. A path is below the directory of the store's files; `data` is base64. */
export type DiskEvent =
  | { readonly kind: 'open'; readonly file: number; readonly path: string; readonly isEmptied: boolean }
  | { readonly kind: 'write'; readonly file: number; readonly at: number; readonly data: string }
  | { readonly kind: 'resize'; readonly file: number; readonly size: number }
  | { readonly kind: 'sync' | 'close'; readonly file: number }
  | { readonly kind: 'resize path'; readonly path: string; readonly size: number }
  | { readonly kind: 'create' | 'remove' | 'make directory'; readonly path: string }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'output'; readonly text: string };

type Change =
  | { readonly at: number; readonly data: Buffer; readonly size?: undefined }
  | { readonly size: number };

/** A file's bytes: those that are on the disk for certain, and later changes, which may be lost. */
type DiskFile = { synced: Buffer; changes: Change[] };

export type Disk = {
  take(event: DiskEvent): void;
  /** Writes what is left if the power fails now. `isLucky`: whether a change that was not synced is left, too. */
  writeTo(directory: string, isLucky: () => boolean): void;
};

/** A disk that begins as the directory `before`. Names are on it at once, bytes for certain only once they are synced. */
export function openDisk(before: string): Disk {
  const files = new Map<string, DiskFile>();
  const open = new Map<number, DiskFile>();
  const removed = new Set<string>();
  const madeDirectories = new Set<string>();

  const fileAt = (path: string): DiskFile => {
    const whole = join(before, path);
    const isOld = !removed.has(path) && existsSync(whole);
    const file = files.get(path) ?? { synced: isOld ? readFileSync(whole) : Buffer.alloc(0), changes: [] };
    files.set(path, file);
    removed.delete(path);
    return file;
  };
  const remove = (path: string) => {
    files.delete(path);
    removed.add(path);
  };
  const change = (file: DiskFile | undefined, by: Change) => file?.changes.push(by);
  const take = (event: DiskEvent) => {
    if (event.kind === 'open') {
      const file = fileAt(event.path);
      open.set(event.file, file);
      if (event.isEmptied) change(file, { size: 0 });
    } else if (event.kind === 'write') {
      change(open.get(event.file), { at: event.at, data: Buffer.from(event.data, 'base64') });
    } else if (event.kind === 'resize') change(open.get(event.file), event);
    else if (event.kind === 'resize path') change(fileAt(event.path), event);
    else if (event.kind === 'sync') sync(open.get(event.file));
    else if (event.kind === 'close') open.delete(event.file);
    else if (event.kind === 'create') fileAt(event.path);
    else if (event.kind === 'remove') remove(event.path);
    else if (event.kind === 'make directory') madeDirectories.add(event.path);
    else if (event.kind === 'rename') {
      const file = fileAt(event.from);
      remove(event.from);
      removed.delete(event.to);
      files.set(event.to, file);
    }
  };
  return {
    take,
    writeTo(directory, isLucky) {
      cpSync(before, directory, { recursive: true });
      for (const path of removed) rmSync(join(directory, path), { recursive: true, force: true });
      for (const path of madeDirectories) mkdirSync(join(directory, path), { recursive: true });
      for (const [path, { synced, changes }] of files)
        writeFileSync(join(directory, path), withChanges(synced, changes.filter(isLucky)));
    },
  };
}

function sync(file: DiskFile | undefined) {
  if (!file) return;
  file.synced = withChanges(file.synced, file.changes);
  file.changes = [];
}

function withChanges(before: Buffer, changes: readonly Change[]): Buffer {
  const ends = changes.map((change) => change.size ?? change.at + change.data.length);
  const bytes = Buffer.alloc(Math.max(before.length, ...ends));
  before.copy(bytes);
  let length = before.length;
  for (const change of changes) {
    if (change.size === undefined) {
      change.data.copy(bytes, change.at);
      length = Math.max(length, change.at + change.data.length);
    } else {
      bytes.fill(0, change.size);
      length = change.size;
    }
  }
  return bytes.subarray(0, length);
}
