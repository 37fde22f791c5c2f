import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { headerOf, lineDigest, vaultFileRefused } from './vault-line.ts';

/** Far longer than a line may be. */
const TAIL_BYTES = 4 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** The lines of a file from one on, counted from 1. */
export async function* readLines(path: string, from = 1): AsyncGenerator<string, void> {
  let line = 0;
  for await (const text of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    line += 1;
    if (line >= from) yield text;
  }
}

/**
 * Reads a file from end to end, without a key: each line names the one before by its digest, so what is missing, doubled, moved or of
 * another file is found before the first card is sent. Returns the number of its lines. Raises `vault_file_refused`.
 */
export async function checkFile(path: string): Promise<number> {
  let last: string | undefined;
  let count = 0;
  let isWhole = false;
  let file: string | undefined;
  for await (const text of readLines(path)) {
    const { line, prev, end, ...header } = headerOf(text);
    file ??= header.file;
    count += 1;
    const wanted = last === undefined ? undefined : lineDigest(last).toString('base64url');
    if (isWhole || line !== count || prev !== wanted || header.file !== file)
      throw vaultFileRefused(`"${path}" has at line ${count} what does not follow there`);
    isWhole = end === true;
    last = text;
  }
  if (!isWhole) throw vaultFileRefused(`"${path}" is cut after ${count} lines`);
  return count;
}

/** Cuts what a killed export left of a line, and returns the last that is whole; undefined if there is none. */
export async function cutToLastLine(path: string): Promise<string | undefined> {
  const file = await open(path, 'a+', 0o600);
  try {
    const { size } = await file.stat();
    const start = Math.max(0, size - TAIL_BYTES);
    const tail = Buffer.alloc(size - start);
    await file.read(tail, 0, tail.length, start);
    const end = tail.lastIndexOf(LINE_FEED);
    await file.truncate(end < 0 ? 0 : start + end + 1);
    if (end < 0) return undefined;
    const lineStart = end === 0 ? 0 : tail.lastIndexOf(LINE_FEED, end - 1) + 1;
    return tail.subarray(lineStart, end).toString();
  } finally {
    await file.close();
  }
}
