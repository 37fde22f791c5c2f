import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { relative } from 'node:path';
import { isMainThread, workerData } from 'node:worker_threads';
import type { DiskEvent } from './disk-at.ts';

// Loaded with `--import=<this file>?log=<path>`: notes there, in the order of events, what the engine does to its files, and what
// the program has said by then. A sync is noted once it is done, all else before.
const { openSync, closeSync, writeSync, fsyncSync, writeFileSync, mkdirSync } = fs;
const { rmdirSync, unlinkSync, renameSync, truncateSync, ftruncateSync } = fs;
const log = openSync(new URL(import.meta.url).searchParams.get('log') ?? '', 'a');
const note = (event: DiskEvent) => writeSync(log, `${JSON.stringify(event)}\n`);

if (isMainThread) noteWhatIsSaid();
else noteWhatIsWritten(workerData.directory);

function noteWhatIsSaid() {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (text: string | Uint8Array) => {
    note({ kind: 'said', text: String(text) });
    return write(text);
  };
}

function noteWhatIsWritten(directory: string) {
  const named = (path: fs.PathLike) => relative(directory, String(path));
  Object.assign(fs, {
    openSync(path: fs.PathLike, flags: number | string, mode?: fs.Mode) {
      const file = openSync(path, flags, mode);
      const isEmptied = (Number(flags) & fs.constants.O_TRUNC) !== 0;
      // A directory is opened to be synced.
      if (fs.fstatSync(file).isFile()) note({ kind: 'open', file, path: named(path), isEmptied });
      return file;
    },
    closeSync(file: number) {
      note({ kind: 'close', file });
      closeSync(file);
    },
    writeSync(file: number, from: Uint8Array, offset: number, length: number, at: number) {
      const data = Buffer.from(from.buffer, from.byteOffset + offset, length).toString('base64');
      note({ kind: 'write', file, at, data });
      return writeSync(file, from, offset, length, at);
    },
    fsyncSync(file: number) {
      fsyncSync(file);
      note({ kind: 'sync', file });
    },
    ftruncateSync(file: number, size: number) {
      note({ kind: 'resize', file, size });
      ftruncateSync(file, size);
    },
    truncateSync(path: fs.PathLike, size: number) {
      note({ kind: 'resize path', path: named(path), size });
      truncateSync(path, size);
    },
    writeFileSync(path: fs.PathLike, data: string, options: fs.WriteFileOptions) {
      note({ kind: 'create', path: named(path) });
      writeFileSync(path, data, options);
    },
    mkdirSync(path: fs.PathLike, options: fs.MakeDirectoryOptions) {
      note({ kind: 'make directory', path: named(path) });
      return mkdirSync(path, options);
    },
    unlinkSync(path: fs.PathLike) {
      note({ kind: 'remove', path: named(path) });
      unlinkSync(path);
    },
    rmdirSync(path: fs.PathLike) {
      note({ kind: 'remove', path: named(path) });
      rmdirSync(path);
    },
    renameSync(from: fs.PathLike, to: fs.PathLike) {
      note({ kind: 'rename', from: named(from), to: named(to) });
      renameSync(from, to);
    },
  });
  syncBuiltinESMExports();
}
