import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { markSheets } from './mark-sheets.ts';

const folder = mkdtempSync(join(tmpdir(), 'marks-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('S61: markSheets makes no more sheets than it keeps, whatever selections are asked for', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `mark${index}`);
  writeFileSync(join(folder, 'marks.svg'), names.map((name) => `<view id="${name}"/>`).join('\n'));
  const find = markSheets(folder);
  const whole = await find('marks.svg', 'br');
  const found = new Set<string | undefined>();
  for (let choice = 0; choice < 2 ** names.length; choice += 1) {
    const only = names.filter((_, index) => (choice >> index) % 2 === 1).join();
    found.add((await find('marks.svg', 'br', only))?.etag);
  }
  expect(found.size).toBe(64 + 1);
  expect(found).toContain(whole?.etag);
});
