import { rmSync } from 'node:fs';
import { SEEN_CODES } from './test-conformance.ts';

/** Runs before any test: the codes of an earlier run prove nothing of this one. */
export function setup() {
  rmSync(SEEN_CODES, { recursive: true, force: true });
}
