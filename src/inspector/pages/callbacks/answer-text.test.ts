import { expect, test } from 'vitest';
import { isWebPage } from './answer-text.ts';

test.each([
  ['<!doctype html><title>Tea</title>', true],
  ['\n  <HTML lang="en">', true],
  ['<!-- a shop --> <div id="root"></div>', true],
  ['<pre>Cannot POST /callbacks</pre>', true],
  ['{"ok":true}', false],
  ['{"page":"<p>"}', false],
  ['ok', false],
  ['<payment/>', false],
  ['<xml/>', false],
  ['', false],
  [null, false],
])('isWebPage of %j is %j', (start, is) => {
  expect(isWebPage(start)).toBe(is);
});
