import { rmSync } from 'node:fs';
import { SEEN_CODES } from './test-conformance.ts';

/** Before any test: what an earlier run was answered with proves nothing of this one. */
export function setup() {
  rmSync(SEEN_CODES, { recursive: true, force: true });
}
