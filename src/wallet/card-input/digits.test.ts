import { expect, test } from 'vitest';
import { digitsOf, withAsciiDigits } from './digits.ts';

test.each([
  '٠١٢٣٤٥٦٧٨٩',
  '۰۱۲۳۴۵۶۷۸۹',
  '०१२३४५६७८९',
  '০১২৩৪৫৬৭৮৯',
  '๐๑๒๓๔๕๖๗๘๙',
  '０１２３４５６７８９',
  '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗𝟘𝟙𝟚𝟛',
])('digitsOf reads %s', (text) => {
  expect(digitsOf(text).slice(0, 10)).toBe('0123456789');
});

test('digitsOf drops all else', () => {
  expect(digitsOf('a4²-\u00a0Ⅷ٤')).toBe('44');
});

test('withAsciiDigits keeps all else', () => {
  expect(withAsciiDigits('١٢/٢٧ é')).toBe('12/27 é');
});
