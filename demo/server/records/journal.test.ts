import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from './journal.ts';
import { openOrders } from './orders.ts';

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

test('journal appends a whole record or none, where the system writes a few bytes at a time and then none', () => {
  let left = 14;
  const journal = openJournal(path, (file, bytes) => {
    if (left <= 0) throw new Error('ENOSPC');
    const some = Math.min(4, left, bytes.length);
    left -= some;
    return writeSync(file, bytes, 0, some);
  });
  journal.append({ n: 1 });
  expect(() => journal.append({ n: 2 })).toThrow('ENOSPC');
  left = 100;
  journal.append({ n: 3 });
  journal.close();
  expect(read()).toEqual([{ n: 1 }, { n: 3 }]);
});

test('openOrders writes no event that does not apply, as the shop could not start again', () => {
  const journal = openJournal(path);
  const orders = openOrders(journal);
  const lines = [{ product: 'cup', quantity: 1, price: 1850 }];
  const order = { id: 'o1', shopper: 'user-1', lines, amount: 1850, currency: 'EUR', placedAt: 1 } as const;
  orders.append({ type: 'placed', order });
  expect(() => orders.append({ type: 'approved', id: 'o1' })).toThrow('has no open attempt');
  journal.close();
  const reopened = openJournal(path);
  expect(openOrders(reopened).find('o1')).toMatchObject({ status: 'unpaid' });
  reopened.close();
});
