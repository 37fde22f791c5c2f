import { expect, it } from 'vitest';
import { nearName } from './near-name.ts';

const names = ['locale', 'layout', 'view', 'express'];

it.each([
  ['localle', 'locale'],
  ['Locale', 'locale'],
  ['lokal', 'locale'],
  ['lay-out', 'layout'],
  ['veiw', 'view'],
  ['language', undefined],
  ['', undefined],
])('nearName takes "%s" for %s', (written, meant) => {
  expect(nearName(written, names)).toBe(meant);
});
