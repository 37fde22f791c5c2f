import { closeSync, fstatSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * What the acquirer keeps: entries in one order for all who read it. An entry is true once it is appended, and whoever reads
 * the journal from its beginning comes to the same ledger, so several processes may share a file.
 */
export type Journal<Entry> = {
  append(entry: Entry): void;
  /** What was appended since the last call, by anybody. */
  readNew(): readonly Entry[];
  close(): void;
};

export function memoryJournal<Entry>(): Journal<Entry> {
  let fresh: Entry[] = [];
  return {
    append: (entry) => fresh.push(entry),
    readNew() {
      const entries = fresh;
      fresh = [];
      return entries;
    },
    close: () => undefined,
  };
}

const CHUNK_BYTES = 256 * 1024;

/**
 * One JSON text a line. A process that is killed leaves a whole line or a torn one, which reads as no JSON: its question was not
 * acted on. Nothing waits for the disk, so that only a loss of power forgets what was answered.
 */
export function fileJournal<Entry>(path: string, parse: (value: unknown) => Entry): Journal<Entry> {
  mkdirSync(dirname(path), { recursive: true });
  const appending = openSync(path, 'a', 0o600);
  const reading = openSync(path, 'r');
  let offset = 0;
  let rest = '';
  const readLines = (): readonly string[] => {
    const { size } = fstatSync(reading);
    const lines: string[] = [];
    while (offset < size) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - offset));
      const length = readSync(reading, chunk, 0, chunk.length, offset);
      if (length === 0) break;
      offset += length;
      const parts = (rest + chunk.toString('latin1', 0, length)).split('\n');
      rest = parts.pop() ?? '';
      lines.push(...parts);
    }
    return lines;
  };
  return {
    // The line break before it ends what another process may have left torn.
    append: (entry) => writeSync(appending, Buffer.from(`\n${asciiJson(entry)}\n`, 'latin1')),
    readNew: () =>
      readLines().flatMap((line) => {
        const value = line === '' ? undefined : parseLine(line);
        return value === undefined ? [] : [parse(value)];
      }),
    close() {
      closeSync(appending);
      closeSync(reading);
    },
  };
}

/** No character is cut in two where a chunk ends. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u0080-\uffff]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
