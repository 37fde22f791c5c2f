import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stack } from './stack.ts';

/** What the demo shop has written of its orders, the oldest first. */
export function readJournal({ dataDir }: Stack) {
  const lines = readFileSync(join(dataDir, 'shop', 'orders.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line));
}
