import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { relative } from 'node:path';
import { isMainThread, workerData } from 'node:worker_threads';
import type { DiskEvent } from './simulated-disk.ts';

// Loaded with `--import=<this file>?log=<path>`: logs there, in order, what the engine does to its files and what the
// program has printed by then. A sync is logged once it is done, all else before.
const { openSync, closeSync, writeSync, fsyncSync, writeFileSync, mkdirSync } = fs;
const { rmdirSync, unlinkSync, renameSync, truncateSync, ftruncateSync } = fs;
const log = openSync(new URL(import.meta.url).searchParams.get('log') ?? '', 'a');
const logEvent = (event: DiskEvent) => writeSync(log, `${JSON.stringify(event)}\n`);

if (isMainThread) logOutput();
else logFileChanges(workerData.directory);

function logOutput() {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (text: string | Uint8Array) => {
    logEvent({ kind: 'output', text: String(text) });
    return write(text);
  };
}

function logFileChanges(directory: string) {
  const pathOf = (path: fs.PathLike) => relative(directory, String(path));
  Object.assign(fs, {
    openSync(path: fs.PathLike, flags: number | string, mode?: fs.Mode) {
      const file = openSync(path, flags, mode);
      const isEmptied = (Number(flags) & fs.constants.O_TRUNC) !== 0;
      // A directory is opened to be synced.
      if (fs.fstatSync(file).isFile()) logEvent({ kind: 'open', file, path: pathOf(path), isEmptied });
      return file;
    },
    closeSync(file: number) {
      logEvent({ kind: 'close', file });
      closeSync(file);
    },
    writeSync(file: number, from: Uint8Array, offset: number, length: number, at: number) {
      const data = Buffer.from(from.buffer, from.byteOffset + offset, length).toString('base64');
      logEvent({ kind: 'write', file, at, data });
      return writeSync(file, from, offset, length, at);
    },
    fsyncSync(file: number) {
      fsyncSync(file);
      logEvent({ kind: 'sync', file });
    },
    ftruncateSync(file: number, size: number) {
      logEvent({ kind: 'resize', file, size });
      ftruncateSync(file, size);
    },
    truncateSync(path: fs.PathLike, size: number) {
      logEvent({ kind: 'resize path', path: pathOf(path), size });
      truncateSync(path, size);
    },
    writeFileSync(path: fs.PathLike, data: string, options: fs.WriteFileOptions) {
      logEvent({ kind: 'create', path: pathOf(path) });
      writeFileSync(path, data, options);
    },
    mkdirSync(path: fs.PathLike, options: fs.MakeDirectoryOptions) {
      logEvent({ kind: 'make directory', path: pathOf(path) });
      return mkdirSync(path, options);
    },
    unlinkSync(path: fs.PathLike) {
      logEvent({ kind: 'remove', path: pathOf(path) });
      unlinkSync(path);
    },
    rmdirSync(path: fs.PathLike) {
      logEvent({ kind: 'remove', path: pathOf(path) });
      rmdirSync(path);
    },
    renameSync(from: fs.PathLike, to: fs.PathLike) {
      logEvent({ kind: 'rename', from: pathOf(from), to: pathOf(to) });
      renameSync(from, to);
    },
  });
  syncBuiltinESMExports();
}
