import { describe, expect, test } from 'vitest';
import { cardBrandCodes } from '../../contract/cards/card-brands.ts';
import { codeVerdict, expiryVerdict, nameVerdict, numberVerdict, type Verdict } from './card-verdicts.ts';

const says = (verdict: Verdict<string>) =>
  verdict.kind === 'complete' ? 'complete' : `${verdict.kind} ${verdict.reason}`;

test.each([
  ['', 'open empty'],
  ['4', 'open incomplete'],
  ['6', 'open incomplete'],
  ['424242424242424', 'open incomplete'],
  ['4242424242424242', 'complete'],
  ['4242424242424241', 'open invalid'],
  ['4242424242424241111', 'wrong invalid'],
  ['4444444444444444', 'open invalid'],
  ['5555555555554444', 'complete'],
  ['5555555555554445', 'wrong invalid'],
  ['5555555555555555', 'wrong invalid'],
  ['55555555555544441', 'wrong invalid'],
  ['378282246310005', 'complete'],
  ['378282246310006', 'wrong invalid'],
  ['6200000000000006', 'complete'],
  ['6501700194147183', 'complete'],
  ['7', 'wrong unsupported'],
  ['2200', 'wrong unsupported'],
])('numberVerdict of %s is %s', (digits, verdict) => {
  expect(says(numberVerdict(digits, cardBrandCodes))).toBe(verdict);
});

test.each([
  ['5', 'wrong unsupported'],
  ['51', 'wrong unsupported'],
  ['3', 'open incomplete'],
  ['35', 'wrong unsupported'],
  ['34', 'open incomplete'],
  ['6', 'wrong unsupported'],
])('numberVerdict of %s where Visa and Amex alone are accepted is %s', (digits, verdict) => {
  expect(says(numberVerdict(digits, ['VI', 'AX']))).toBe(verdict);
});

describe('expiryVerdict', () => {
  const now = Date.parse('2026-11-21T00:00:00Z');
  test.each([
    ['', 'open empty'],
    ['1', 'open incomplete'],
    ['12', 'open incomplete'],
    ['12 / ', 'open incomplete'],
    ['12 / 2', 'open incomplete'],
    ['12 / 202', 'open incomplete'],
    ['0 / 27', 'open incomplete'],
    [' / 27', 'open incomplete'],
    ['2027-', 'open incomplete'],
    ['2027-13', 'wrong not_a_month'],
    ['2027-1', 'complete'],
    ['12 / 27', 'complete'],
    ['1 / 27', 'complete'],
    ['11 / 26', 'complete'],
    ['10 / 26', 'wrong past'],
    ['12 / 25', 'wrong past'],
    ['12 / 20', 'open past'],
    ['12 / 45', 'complete'],
    ['01 / 46', 'wrong too_far'],
    ['12 / 1999', 'wrong past'],
    ['00 / ', 'wrong not_a_month'],
    ['13 / ', 'wrong not_a_month'],
    ['15 / 12', 'wrong not_a_month'],
    ['27 / 1', 'wrong not_a_month'],
  ])('expiryVerdict of "%s" in November 2026 is %s', (text, verdict) => {
    expect(says(expiryVerdict(text, now))).toBe(verdict);
  });

  test('expiryVerdict lets a card through on its last day, and not the next', () => {
    expect(says(expiryVerdict('11 / 26', Date.parse('2026-11-30T23:59:59Z')))).toBe('complete');
    expect(says(expiryVerdict('11 / 26', Date.parse('2026-12-01T00:00:00Z')))).toBe('wrong past');
  });
});

test.each([
  ['', 'VI', 'open empty'],
  ['12', 'VI', 'open incomplete'],
  ['123', 'VI', 'complete'],
  ['123', 'AX', 'open incomplete'],
  ['1234', 'AX', 'complete'],
  ['123', null, 'complete'],
  ['', 'TO', 'complete'],
  ['1', 'TO', 'open incomplete'],
] as const)('codeVerdict of "%s" with %s is %s', (digits, brand, verdict) => {
  expect(says(codeVerdict(digits, brand))).toBe(verdict);
});

test.each([
  ['', 'open empty'],
  ['  ', 'open empty'],
  ['Ada Lovelace', 'complete'],
  ['4242 4242-4242', 'open looks_like_number'],
  ['٤٢٤٢', 'open looks_like_number'],
  ['Louis 14', 'complete'],
])('nameVerdict of "%s" is %s', (name, verdict) => {
  expect(says(nameVerdict(name))).toBe(verdict);
});
