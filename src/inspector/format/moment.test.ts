import { expect, test } from 'vitest';
import { exactText, isoOf, readSpan, spanText } from './moment.ts';

test.each([
  ['90s', 90],
  ['90', null],
  ['2h 30', null],
  ['5m', 300],
  ['2h 30m', 9000],
  ['8d', 691_200],
  ['1w1d', 691_200],
  ['1 min', 60],
  ['', null],
  ['soon', null],
  ['-5m', null],
  ['5 m x', null],
])('readSpan reads %j as %j seconds', (text, seconds) => {
  expect(readSpan(text)).toBe(seconds);
});

test.each([
  [0, '0 s'],
  [59.6, '1 min'],
  [5400, '1 h 30 min'],
  [691_200, '8 d'],
  [90_061, '1 d 1 h'],
])('spanText says %d seconds as %j', (seconds, text) => {
  expect(spanText(seconds)).toBe(text);
});

test('exactText and isoOf keep the moment', () => {
  expect(exactText('2026-11-23T20:00:00.123Z')).toBe('2026-11-23 20:00:00.123 UTC');
  expect(isoOf('2026-11-23 20:00:00')).toBe('2026-11-23T20:00:00Z');
});
