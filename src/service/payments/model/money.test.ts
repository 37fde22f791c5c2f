import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BillingForm } from '../../../contract/billing/billing.ts';
import { parameterError } from '../../api/http/parse-form.ts';
import { decimalNumber, decimalText, minorUnits } from './money.ts';

const NOT_AMOUNTS = [
  '1e3',
  '0x10',
  '',
  ' 1',
  '1 ',
  '1,0',
  '.5',
  '10.',
  '-1',
  '+1',
  'NaN',
  'Infinity',
  '00',
  '01',
  '1.2.3',
  '1_000',
  '١',
  '1.001',
  '1.000',
  '10000000000',
  '1\n',
  'null',
  '[1]',
  '0.1e1',
  '1.-1',
];

test.each(NOT_AMOUNTS)('minorUnits is never reached, or refuses, for %j', (amount) => {
  expect(() => read(amount)).toThrow(expect.objectContaining({ code: 'amount_invalid' }));
});

test.each(['0', '0.0', '0.00'])('minorUnits finds %s too small', (amount) => {
  expect(() => read(amount)).toThrow(expect.objectContaining({ code: 'amount_too_small', param: 'amount' }));
  expect(() => read(amount)).toThrow('Cannot bill the amount: found 0.00, expected at least 0.01');
});

test.each(['1000000', '1000000.00', '999999999.99'])('minorUnits finds %s too large', (amount) => {
  expect(() => read(amount)).toThrow(expect.objectContaining({ code: 'amount_too_large' }));
  expect(() => read(amount)).toThrow('expected at most 999999.99');
});

test('minorUnits says which amount has too many decimals', () => {
  const found = { message: "Cannot read the amount: '1.001' has 3 decimals, EUR has 2", param: 'amount' };
  expect(() => read('1.001')).toThrow(expect.objectContaining(found));
});

test.each([
  ['0.01', 1],
  ['0.1', 10],
  ['1', 100],
  ['10.5', 1050],
  ['10.55', 1055],
  ['1.10', 110],
  ['999999.99', 99_999_999],
])('minorUnits reads %s as %i', (amount, units) => {
  expect(read(amount)).toBe(units);
});

test('decimalText and decimalNumber give back every amount exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), (units) => {
      const text = decimalText(units, 'USD');
      expect(minorUnits(text, 'USD')).toBe(units);
      expect(minorUnits(JSON.stringify(decimalNumber(units, 'USD')), 'USD')).toBe(units);
    }),
  );
  expect([0, 5, 50, 1000].map((units) => decimalText(units, 'EUR'))).toEqual([
    '0.00',
    '0.05',
    '0.50',
    '10.00',
  ]);
});

/** The way a form's amount goes: its shape judged by the contract, its value here. */
function read(amount: string): number {
  const form = BillingForm.safeParse({ method: 'SALE', currency: 'EUR', amount });
  if (form.data?.amount !== undefined) return minorUnits(form.data.amount, 'EUR');
  throw parameterError(form.error?.issues[0]);
}

test('decimalText shows what leaves a merchant, and currencies of other decimals', () => {
  expect([-5, -50, -1000].map((units) => decimalText(units, 'EUR'))).toEqual(['-0.05', '-0.50', '-10.00']);
  expect([decimalText(-7, 'JPY'), decimalText(1005, 'KWD')]).toEqual(['-7', '1.005']);
  expect(() => decimalText(1, 'constructor')).toThrow(RangeError);
});
