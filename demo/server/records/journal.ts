import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** An append-only file of JSON lines. A record is durable once `append` has returned. */
export type Journal = {
  readonly records: readonly unknown[];
  append(record: unknown): void;
  close(): void;
};

/** Writes some of the bytes, and returns how many. */
type Write = (file: number, bytes: Uint8Array) => number;

export function openJournal(path: string, write: Write = writeSync): Journal {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, 'a', 0o600);
  syncFolder(dirname(path));
  const text = readFileSync(path, 'utf8');
  // A process killed in mid-write leaves a last line without its end. That record was never acknowledged.
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  if (complete.length < text.length) truncateSync(path, Buffer.byteLength(complete));
  return {
    records: complete.split('\n').slice(0, -1).map(parseLine),
    append(record) {
      appendWhole(file, Buffer.from(`${JSON.stringify(record)}\n`), write);
      fsyncSync(file);
    },
    close: () => closeSync(file),
  };
}

/** Appends all bytes or none: half a line in the middle would stop every later start. */
function appendWhole(file: number, bytes: Uint8Array, write: Write) {
  const { size } = fstatSync(file);
  try {
    for (let left = bytes; left.length > 0; ) left = left.subarray(write(file, left));
  } catch (error) {
    ftruncateSync(file, size);
    throw error;
  }
}

function parseLine(line: string, index: number): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new Error(`Opening the order journal failed: line ${index + 1} is not JSON`, { cause });
  }
}

/** Makes the name of a new file durable, too. Windows cannot open a folder, and need not. */
function syncFolder(path: string) {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
