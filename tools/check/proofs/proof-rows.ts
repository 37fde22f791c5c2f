import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Row } from '../../bench/table.ts';
import { wordsOfRows } from '../proof-sizes.ts';

/** What each of the suites that keep rows leaves behind. */
const reports = ['playwright.json', 'faults.json'];
const inCache = (name: string) => new URL(`../../../.cache/${name}`, import.meta.url);

/** A row per line, from whichever process proved it; `tools/check/test.mjs` begins each run without the file. */
const file = inCache('proofs.jsonl');

export function keepProof(row: Row): void {
  appendFileSync(file, `${JSON.stringify(row)}\n`);
}

export function keptProofs(): Row[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line)).sort((one, other) => one.id.localeCompare(other.id));
}

/** The proofs without a row, once all the suites that keep rows have run; before that none is missed. */
export function missingProofs(rows: readonly Row[]): string[] {
  if (!reports.every((name) => existsSync(inCache(name)))) return [];
  return wordsOfRows.filter((words) => !rows.some(({ what }) => what.startsWith(words)));
}
