import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file of JSON lines that only grows; a record counts once `append` has returned, whatever happens then. */
export type Journal = {
  readonly records: readonly unknown[];
  append(record: unknown): void;
  close(): void;
};

export function openJournal(path: string): Journal {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, 'a', 0o600);
  syncFolder(dirname(path));
  const text = readFileSync(path, 'utf8');
  // A kill in mid-write leaves a last line without its end: it was never acknowledged, so it goes.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) truncateSync(path, Buffer.byteLength(whole));
  return {
    records: whole.split('\n').slice(0, -1).map(parseLine),
    append(record) {
      writeSync(file, `${JSON.stringify(record)}\n`);
      fsyncSync(file);
    },
    close: () => closeSync(file),
  };
}

function parseLine(line: string, index: number): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new Error(`Opening the order journal failed: line ${index + 1} is not JSON`, { cause });
  }
}

/** Makes a newly created file's name durable too; Windows cannot open a folder, and need not. */
function syncFolder(path: string) {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
