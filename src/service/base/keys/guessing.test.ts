import { expect, test } from 'vitest';
import { newRefreshToken } from '../../shoppers/sessions/refresh-token.ts';
import { newSecretKey } from './secret-key.ts';

/** Bits of one character of these texts, measured over many: never more than the alphabet has. */
function bitsOf(texts: readonly string[]): number {
  const [first = ''] = texts;
  const places = Array.from(first, (_, index) => new Set(texts.map((text) => text[index])).size);
  return places.reduce((bits, seen) => bits + Math.log2(seen), 0);
}

test.each([
  ['refresh tokens', newRefreshToken],
  ['secret keys', () => newSecretKey().text],
])('S11: what grants access has 192 random bits or more: %s', (_what, make) => {
  const samples = Array.from({ length: 2000 }, make);
  expect(new Set(samples).size).toBe(samples.length);
  expect(bitsOf(samples)).toBeGreaterThanOrEqual(192);
});
