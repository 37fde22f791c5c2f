import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Row } from '../bench/table.ts';

/** A row per line, from whichever process proved it; `e2e/test.mjs` begins each run without the file. */
const file = new URL('../../.cache/proofs.jsonl', import.meta.url);

export function keepProof(row: Row): void {
  appendFileSync(file, `${JSON.stringify(row)}\n`);
}

export function keptProofs(): Row[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line)).sort((one, other) => one.id.localeCompare(other.id));
}
