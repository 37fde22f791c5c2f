import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Row } from '../../bench/kit/table.ts';
import { wordsOfRows } from '../proof-sizes.ts';

/** The suites that keep rows. */
const SUITES = ['e2e', 'faults'];
/** A row per line, from whichever process proved it; `forgetResults` removes it before each run. */
const file = new URL('../../../.cache/proofs.jsonl', import.meta.url);

export function keepProof(row: Row): void {
  appendFileSync(file, `${JSON.stringify(row)}\n`);
}

export function keptProofs(): Row[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line)).sort((one, other) => one.what.localeCompare(other.what));
}

/** The proofs without a row, once all the suites that keep rows have run; before that none is missed. */
export function missingProofs(rows: readonly Pick<Row, 'what'>[], steps: readonly string[]): string[] {
  if (!SUITES.every((suite) => steps.includes(suite))) return [];
  return wordsOfRows.filter((words) => !rows.some(({ what }) => what.startsWith(words)));
}
