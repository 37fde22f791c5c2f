import { expect, test } from 'vitest';
import { isWebPage } from './answer-text.ts';

test.each([
  ['<!doctype html><title>Tea</title>', true],
  ['\n  <HTML lang="en">', true],
  ['{"ok":true}', false],
  ['<xml/>', false],
  ['', false],
  [null, false],
])('isWebPage of %j is %j', (start, is) => {
  expect(isWebPage(start)).toBe(is);
});
