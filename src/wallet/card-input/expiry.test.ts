import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatExpiry, parseExpiry, tidyExpiry } from './expiry.ts';

describe('parseExpiry', () => {
  test.each([
    '12/27',
    '12 / 27',
    '1227',
    '12 27',
    '12-27',
    '12.27',
    '12–27',
    '12—27',
    '12\u00a0/\u00a027',
    ' 12/27 ',
    '12/2027',
    '12-2027',
    '12 2027',
    '122027',
    '2027-12',
    '2027/12',
    '2027 12',
    '202712',
    '27/12',
    '27-12',
    '2712',
    '2027-12-31',
    '１２／２７',
    '١٢/٢٧',
    '١٢\u200f/\u200f٢٧',
    '۱۲/۲۷',
    '१२/२७',
    '2027年12月',
    '27年12月',
    'Valid thru 12/27',
    "12/'27",
    '1 2 / 2 7',
    '12|27',
    '12\\27',
  ])('parseExpiry reads "%s" as December 2027', (text) => {
    expect(parseExpiry(text)).toEqual({ month: 12, year: 2027 });
  });

  test.each([
    '1/27',
    '1 / 27',
    '01/27',
    '0127',
    '1 27',
    '1-2027',
    '1/2027',
    '012027',
    '12027',
    '127',
    '2027-1',
    '2027/1',
    '2027-01',
    '202701',
    '20271',
    '27/1',
    '27/01',
    '2701',
    '١/٢٧',
    '2027-01-31',
  ])('parseExpiry reads "%s" as January 2027', (text) => {
    expect(parseExpiry(text)).toEqual({ month: 1, year: 2027 });
  });

  // Where a text could be read both ways, month first wins, as it stands on a card.
  test.each([
    ['11/12', { month: 11, year: 2012 }],
    ['1112', { month: 11, year: 2012 }],
    ['927', { month: 9, year: 2027 }],
    ['12020', { month: 1, year: 2020 }],
    ['20202', { month: 2, year: 2020 }],
    ['202012', { month: 12, year: 2020 }],
    ['102020', { month: 10, year: 2020 }],
    ['12/1999', { month: 12, year: 1999 }],
  ])('parseExpiry decides "%s"', (text, date) => {
    expect(parseExpiry(text)).toEqual(date);
  });

  test.each([
    '',
    ' / ',
    '1',
    '12',
    '12/',
    '12/7',
    '0/27',
    '00/27',
    '13/27',
    '13/45',
    '1345',
    '027',
    '2027',
    '2027-13',
    '12/202',
    '1/2/3',
    '12/31/2027/1',
    'soon',
    '12/0099',
  ])('parseExpiry finds no month and year in "%s"', (text) => {
    expect(parseExpiry(text)).toBeNull();
  });

  test('parseExpiry understands every month and year in every way of writing them', () => {
    const month = fc.integer({ min: 1, max: 12 });
    const year = fc.integer({ min: 2024, max: 2050 });
    const mark = fc.constantFrom('/', ' / ', '-', ' ', '.', '–', '\u00a0', '_', ' - ');
    const digits = fc.constantFrom('0', '٠', '۰', '०', '０');
    fc.assert(
      fc.property(month, year, mark, digits, (m, y, separator, zero) => {
        const mm = String(m).padStart(2, '0');
        const yy = String(y).slice(2);
        const ways = [`${mm}${yy}`, `${mm}${y}`, `${y}${mm}`];
        for (const given of [String(m), mm]) {
          ways.push(`${given}${separator}${yy}`, `${given}${separator}${y}`, `${y}${separator}${given}`);
        }
        for (const way of ways) {
          const written = way.replace(/\d/g, (digit) =>
            String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)),
          );
          expect([way, parseExpiry(written)]).toEqual([way, { month: m, year: y }]);
        }
      }),
    );
  });
});

test.each([
  [{ month: 1, year: 2027 }, '01 / 27'],
  [{ month: 12, year: 1999 }, '12 / 1999'],
])('formatExpiry shows %o as %s', (date, shown) => {
  expect(formatExpiry(date)).toBe(shown);
});

test.each([
  ['1 / 27', '01 / 27'],
  ['2027-1', '01 / 27'],
  ['12 / 2', '12 / 2'],
  ['15 / 12', '15 / 12'],
  ['12 / 1999', '12 / 1999'],
  ['', ''],
])('tidyExpiry turns "%s" into "%s"', (text, tidy) => {
  expect(tidyExpiry(text)).toBe(tidy);
});
