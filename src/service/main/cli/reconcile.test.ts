import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openReportedShop, type ReportedShop } from '../../sandbox/acquirer/test-kit/reported-shop.ts';
import { askBy, testCommandIo } from '../../test-kit/commands/test-command-io.ts';
import { parseCommand } from './parse-command.ts';

let shop: ReportedShop;
beforeAll(async () => {
  shop = await openReportedShop();
  await shop.pay({ method: 'SALE', amount: '10.00' });
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.plan.tamper = (lines) => lines;
});

/** What the command prints, and the status that it ends with. */
async function run(...words: string[]) {
  let status = 0;
  const text = await parseCommand(['reconcile', ...words])(
    testCommandIo({
      ask: askBy(shop.send),
      endWith: (end) => {
        status = end;
      },
    }),
  ).catch((error: Error) => error.message);
  return { text, status };
}

test('reconcile ends with 0 where the acquirer says the same', async () => {
  const { text, status } = await run('2030-01-01');
  expect(status).toBe(0);
  expect(text).toContain('simulated, 2030-01-01: agree (1 of 1 lines agree, 0 differences)');
});

test('reconcile ends with 1 where it differs, and says by how much and what to do', async () => {
  shop.plan.tamper = (lines) => lines.map((line) => ({ ...line, gross: line.gross - 1 }));
  const { text, status } = await run('2030-01-01');
  expect(status).toBe(1);
  expect(text).toMatch(/DIFFER .*1 differences/);
  expect(text).toMatch(/EUR +10\.00 +-0\.01 +0\.00 +0\.00 +9\.99/);
  expect(text).toContain('amount: Ask the acquirer which amount it has moved');
  expect(JSON.parse((await run('2030-01-01', '--json')).text)[0].outcome).toBe('differs');
});

test('reconcile ends with 2 where nobody can read the report', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const file = join(folder, 'report.csv');
  writeFileSync(file, '<html>');
  for (const words of [
    ['2030-01-01', '--report', file],
    ['2030-01-01', '--report', join(folder, 'none')],
    ['2031-01-01'],
  ]) {
    expect((await run(...words)).status, words.join(' ')).toBe(2);
  }
});
