import { expect, test } from 'vitest';
import { frictionlessWords, threeDsWords } from './three-ds-words.ts';

test('threeDsWords tell a challenge that was passed from none', () => {
  expect(threeDsWords('Y', true)).toBe('Passed: the shopper gave the code');
  expect(threeDsWords('Y', false)).toBe('Passed without asking the shopper');
  expect(frictionlessWords('Y')).toBe(threeDsWords('Y', false));
});
