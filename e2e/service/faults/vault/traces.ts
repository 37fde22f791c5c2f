import { closeSync, type Dirent, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';

/** What all numbers of a proof begin with: long enough to be nothing else, and longer than what is kept in clear. */
export const PREFIX = '4999990000';
const NUMBER = new RegExp(`${PREFIX}\\d{6}`, 'g');
const CHUNK = 4 * 1024 * 1024;
/** A number may lie across two chunks. */
const OVERLAP = 64;

/** The prefix as it may be spelt: in clear, in hex, in UTF-16, in base64 at each of its three beginnings. */
const SPELLINGS: readonly Buffer[] = [
  Buffer.from(PREFIX),
  Buffer.from(Buffer.from(PREFIX).toString('hex')),
  Buffer.from(PREFIX, 'utf16le'),
  Buffer.from(PREFIX, 'hex'),
  ...[0, 1, 2].map((shift) =>
    // The characters that neither what stands before nor what follows has a part in.
    Buffer.from(
      Buffer.from('x'.repeat(shift) + PREFIX)
        .toString('base64')
        .slice(shift === 0 ? 0 : 4)
        .replace(/.{4}$/, ''),
    ),
  ),
];

/** The different numbers in clear in bytes, and whether a number begins there in another spelling. */
export function numbersIn(bytes: Buffer): string[] {
  const found = SPELLINGS.some((spelling) => bytes.includes(spelling));
  if (!found) return [];
  const numbers = bytes.toString('latin1').match(NUMBER) ?? [];
  const wide = bytes.includes(SPELLINGS[2] ?? '') ? ['in UTF-16'] : [];
  const others = SPELLINGS.slice(3).some((spelling) => bytes.includes(spelling)) ? ['in hex or base64'] : [];
  return [...new Set([...numbers, ...wide, ...others])];
}

/** The numbers in what a process may write to: its heap, stacks, buffers. It is stopped meanwhile. */
export function numbersInMemory(pid: number): Set<string> {
  process.kill(pid, 'SIGSTOP');
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    const found = new Set<string>();
    for (const [start, end] of writableRegions(pid)) {
      for (let at = start; at < end; at += CHUNK) {
        for (const number of numbersIn(readAt(memory, at, Math.min(CHUNK + OVERLAP, end - at))))
          found.add(number);
      }
    }
    return found;
  } finally {
    closeSync(memory);
    process.kill(pid, 'SIGCONT');
  }
}

function writableRegions(pid: number): [number, number][] {
  const lines = readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [, start, end] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
    return start && end ? [[Number.parseInt(start, 16), Number.parseInt(end, 16)] as [number, number]] : [];
  });
}

/** What cannot be read, such as a device's pages, is empty. */
function readAt(memory: number, at: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  try {
    return bytes.subarray(0, readSync(memory, bytes, 0, length, at));
  } catch {
    return bytes.subarray(0, 0);
  }
}

/** The files below folders that hold a number, in any spelling. */
export function filesWithNumbers(folders: readonly string[]): string[] {
  const isFile = (entry: Dirent) => entry.isFile();
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(isFile)
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => numbersIn(readFileSync(path)).length > 0),
  );
}
