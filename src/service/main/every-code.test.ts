import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../contract/errors/errors.ts';
import { SEEN_CODES } from '../test-kit/test-conformance.ts';

/** This file runs after the service's tests: what none of them was answered with is a code nobody has seen. */
test('ERROR_CODES are each the answer to a request of some test', () => {
  const seen = new Set(existsSync(SEEN_CODES) ? readdirSync(SEEN_CODES) : []);
  expect(ERROR_CODES.filter((code) => !seen.has(code))).toEqual([]);
});
