import { describe, expect, test } from 'vitest';
import {
  groupDigits,
  isCardNumber,
  isSecurityCode,
  longestCode,
  longestNumber,
  passesLuhn,
} from './card-number.ts';

const testCards = `4111111111111111 4242424242424242 4012888888881881 4000056655665556 5555555555554444
5105105105105100 2223003122003222 5200828282828210 378282246310005 371449635398431 6011111111111117
6011000990139424 3056930009020004 36227206271667 38520000023237 3566002020360505 3530111333300000
6243030000000001 6200000000000005 6759649826438453 6304000000000000 9792030000000000 9792020000000001
6501700194147183`.split(/\s+/);

describe('isCardNumber', () => {
  test.each(testCards)('isCardNumber takes the test card %s', (digits) => {
    expect(isCardNumber(digits)).toBe(true);
  });

  test.each([
    ['4242424242424241', 'a wrong check digit'],
    ['424242424242424', 'a length Visa does not have'],
    ['4444444444444444', 'one digit repeated'],
    ['0000000000000000', 'one digit repeated of no brand'],
    ['7000000000000005', 'no brand'],
    ['', 'no digits'],
  ])('isCardNumber refuses %s: %s', (digits) => {
    expect(isCardNumber(digits)).toBe(false);
  });

  test('isCardNumber lets UnionPay fail Luhn, but nobody else', () => {
    expect(passesLuhn('6200000000000006')).toBe(false);
    expect(isCardNumber('6200000000000006')).toBe(true);
    expect(isCardNumber('9792030000000001')).toBe(false);
  });
});

test.each([
  ['4242', null, '4242'],
  ['42424', 'VI', '4242 4'],
  ['4242424242424242', 'VI', '4242 4242 4242 4242'],
  ['4242424242424242424', 'VI', '4242 4242 4242 4242 424'],
  ['378282246310005', 'AX', '3782 822463 10005'],
  ['36227206271667', 'DC', '3622 720627 1667'],
  ['362272062716671', 'DC', '3622 7206 2716 671'],
  ['3056930009020004', 'DC', '3056 9300 0902 0004'],
  ['6243030000000000001', 'CU', '6243 0300 0000 0000 001'],
  ['', null, ''],
] as const)('groupDigits shows %s of %s as "%s"', (digits, brand, shown) => {
  expect(groupDigits(digits, brand)).toBe(shown);
});

test.each([
  ['123', 'VI', true],
  ['1234', 'VI', false],
  ['123', 'AX', false],
  ['1234', 'AX', true],
  ['123', null, true],
  ['1234', null, true],
  ['12', null, false],
  ['', 'TO', true],
  ['12', 'TO', false],
  ['123', 'TO', true],
  ['', 'VI', false],
  ['12a', 'VI', false],
] as const)('isSecurityCode judges "%s" of %s: %s', (digits, brand, expected) => {
  expect(isSecurityCode(digits, brand)).toBe(expected);
});

test('longestNumber and longestCode follow the brand', () => {
  expect([longestNumber('AX'), longestNumber('MC'), longestNumber('VI'), longestNumber(null)]).toEqual([
    15, 16, 19, 19,
  ]);
  expect([longestCode('AX'), longestCode('VI'), longestCode(null)]).toEqual([4, 3, 4]);
});
