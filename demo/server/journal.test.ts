import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from './journal.ts';

let path: string;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'journal-'));
  path = join(folder, 'shop', 'orders.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(...records: unknown[]) {
  const journal = openJournal(path);
  for (const record of records) journal.append(record);
  journal.close();
}

function read() {
  const journal = openJournal(path);
  journal.close();
  return journal.records;
}

test('journal gives back what was appended, after it was closed and opened again', () => {
  write({ n: 1 }, { n: 2 });
  write({ n: 3 });
  expect(read()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test('journal drops a torn last line and appends cleanly after it', () => {
  write({ text: 'zwölf' });
  appendFileSync(path, '{"text":"cut o');
  expect(read()).toEqual([{ text: 'zwölf' }]);
  write({ text: 'next' });
  expect(read()).toEqual([{ text: 'zwölf' }, { text: 'next' }]);
  expect(readFileSync(path, 'utf8')).toBe('{"text":"zwölf"}\n{"text":"next"}\n');
});

test('journal refuses a broken line in the middle, by its number', () => {
  write({ n: 1 });
  writeFileSync(path, '{"n":1}\n{"n":\n{"n":3}\n');
  expect(read).toThrow('line 2 is not JSON');
});
