import { expect, test } from 'vitest';
import { ulid } from './ulid.ts';

test('ulid begins with the time, ends with randomness, and sorts by time', () => {
  const now = new Date(Date.UTC(2030, 0, 1));
  const [first, second] = [ulid(now), ulid(now)];
  expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(first.slice(0, 10)).toBe(second.slice(0, 10));
  expect(first).not.toBe(second);
  expect(ulid(new Date(now.getTime() + 1)) > first).toBe(true);
  expect(ulid(new Date(0)).slice(0, 10)).toBe('0000000000');
});
