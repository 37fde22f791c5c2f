import { expect, test } from 'vitest';
import { isTransStatus } from './trans-status.ts';

test("isTransStatus knows EMV's letters of an end from an open challenge, an end without one, and nothing", () => {
  expect(['Y', 'A', 'N', 'U', 'R'].every(isTransStatus)).toBe(true);
  expect(['C', 'y', '', 'CANCELLED', null, undefined].some(isTransStatus)).toBe(false);
});
