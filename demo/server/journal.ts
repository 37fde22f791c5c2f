import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** An append-only file of JSON lines. A record is durable once `append` has returned. */
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
  // A process killed in mid-write leaves a last line without its end. That record was never acknowledged.
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  if (complete.length < text.length) truncateSync(path, Buffer.byteLength(complete));
  return {
    records: complete.split('\n').slice(0, -1).map(parseLine),
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

/** Makes the name of a new file durable, too. Windows cannot open a folder, and need not. */
function syncFolder(path: string) {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}
