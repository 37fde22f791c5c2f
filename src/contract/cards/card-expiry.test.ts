import { expect, test } from 'vitest';
import { expiryStatus } from './card-expiry.ts';

test.each([
  [12, 2026, '2026-12-31T23:59:59.999Z', 'good'],
  [12, 2026, '2027-01-01T00:00:00Z', 'past'],
  [2, 2028, '2028-02-29T12:00:00Z', 'good'],
  [2, 2028, '2028-03-01T00:00:00Z', 'past'],
  [12, 2045, '2026-01-01T00:00:00Z', 'good'],
  [1, 2046, '2026-12-31T00:00:00Z', 'too_far'],
] as const)('expiryStatus of %i/%i at %s is %s', (month, year, now, expected) => {
  expect(expiryStatus({ month, year }, Date.parse(now))).toBe(expected);
});
