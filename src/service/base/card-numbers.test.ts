import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupDigits } from '../../contract/cards/card-number.ts';
import { ulid } from '../base/ulid.ts';
import { sandboxDependencies } from '../main/sandbox-dependencies.ts';
import { looksLikeCardNumber, redactCardNumbers } from './card-numbers.ts';

test('redactCardNumbers blanks a number, however it is grouped', () => {
  expect(redactCardNumbers('paid with 4242424242424242 or 4242-4242 4242-4242, order 1234567890123')).toBe(
    'paid with [card number] or [card number], order 1234567890123',
  );
  expect(redactCardNumbers('4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2')).toBe('[card number]');
});

test('redactCardNumbers blanks overlapping numbers as one', () => {
  const twice = '4242 4242 4242 4242 4242 4242';
  expect(redactCardNumbers(`seen ${twice}, twice`)).toBe('seen [card number], twice');
});

test.each([
  ['full-width digits', '４２４２４２４２４２４２４２４２'],
  ['no-break spaces', '4242\u00a04242\u00a04242\u00a04242'],
  ['narrow no-break spaces and dashes', '4242\u202f4242\u20134242\u20114242'],
  ['bold digits', '𝟒𝟐𝟒𝟐 4242 4242 4242'],
])('redactCardNumbers and looksLikeCardNumber know a number in %s', (_what, number) => {
  expect(looksLikeCardNumber(`paid with ${number}`)).toBe(true);
  expect(redactCardNumbers(`paid with ${number}, ½ price`)).toBe('paid with [card number], ½ price');
});

test('redactCardNumbers changes nothing where there is no number', () => {
  expect(redactCardNumbers('№ １２\u00a0–\u00a0３４')).toBe('№ １２\u00a0–\u00a0３４');
});

test('looksLikeCardNumber takes no part of a UUID for one', () => {
  const id = '1f42a4bf-4242-4242-8242-4243abcdefab';
  expect(looksLikeCardNumber(id.slice(9, 28))).toBe(true);
  expect(looksLikeCardNumber(id)).toBe(false);
  expect(looksLikeCardNumber(`20300101120000 ${id}`)).toBe(false);
  expect(looksLikeCardNumber(`${id} 4242424242424242`)).toBe(true);
  expect(looksLikeCardNumber(`4242424242424242-1234-1234-1234-123456789012`)).toBe(true);
});

test('looksLikeCardNumber takes no number for one that passes Luhn but is of no brand', () => {
  const order = '1234567890128';
  expect(redactCardNumbers(order)).toBe('[card number]');
  expect(looksLikeCardNumber(order)).toBe(false);
});

describe('a card number with other digits beside it', () => {
  const beside = [
    '',
    '2',
    '12/30',
    '12-30',
    '123',
    '1234',
    '2030-01-02',
    '20300102120000',
    '100000000000000000007',
  ];
  const around = fc.constantFrom(...beside, 'qty 2', 'order-17', 'x', 'ref 1042 8890');
  const separator = fc.constantFrom(' ', '-', ', ', ' / ');
  const { approvedCards, declinedCards } = sandboxDependencies.processor.catalogue;
  const number = fc.constantFrom(...approvedCards, ...Object.keys(declinedCards));
  const grouped = fc.constantFrom(
    (digits: string) => digits,
    (digits: string) => groupDigits(digits, digits.startsWith('3') && digits.length === 15 ? 'AX' : null),
    (digits: string) => groupDigits(digits, null).replaceAll(' ', '-'),
  );
  const written = fc.record({ before: around, after: around, separator, number, grouped });

  test('looksLikeCardNumber and redactCardNumbers find it', () => {
    fc.assert(
      fc.property(written, ({ before, after, separator: between, number: digits, grouped: group }) => {
        const shown = group(digits);
        const text = [before, shown, after].filter((part) => part !== '').join(between);
        expect(looksLikeCardNumber(text), text).toBe(true);
        expect(redactCardNumbers(text), text).not.toContain(shown);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['4242 4242 4242 4242 12/30 123', '[card number] 12/30 123'],
    ['378282246310005 1234', '[card number] 1234'],
    ['qty 2 4242424242424242', 'qty 2 [card number]'],
    ['12/30 4242424242424242', '12/30 [card number]'],
    ['4242424242424242-123', '[card number]-123'],
  ])('redactCardNumbers blanks no more than it has to of %s', (text, shown) => {
    expect(redactCardNumbers(text)).toBe(shown);
  });
});

describe('looksLikeCardNumber lets be', () => {
  const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
  const date = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2069-12-31'), noInvalidDate: true })
    .map((time) => time.toISOString());
  const dates = fc.array(date, { minLength: 1, maxLength: 4 });
  const phone = fc.tuple(fc.integer({ min: 1, max: 999 }), digits(3), digits(3), digits(4));

  test('dates and times', () => {
    fc.assert(
      fc.property(dates, (times) => {
        for (const text of [times.join(' '), times.map((time) => time.slice(0, 10)).join(' ')]) {
          expect(looksLikeCardNumber(text), text).toBe(false);
        }
        expect(looksLikeCardNumber(String(Date.parse(times[0] ?? '')))).toBe(false);
        expect(looksLikeCardNumber((times[0] ?? '').replace(/\D/g, ''))).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  test('phone numbers, also beside each other', () => {
    fc.assert(
      fc.property(fc.array(phone, { minLength: 1, maxLength: 3 }), (numbers) => {
        const text = numbers.map((parts) => `+${parts.join(' ')}`);
        expect(looksLikeCardNumber(text.join(' ')), text.join(' ')).toBe(false);
        expect(redactCardNumbers(text.join(', '))).toBe(text.join(', '));
      }),
      { numRuns: 2_000 },
    );
    expect(looksLikeCardNumber('paid+with+4242424242424242')).toBe(true);
  });

  test('ids of ours, and short order numbers in groups', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('2020-01-01'), noInvalidDate: true }), (time) => {
        expect(looksLikeCardNumber(`txn_${ulid(time)}`)).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), date, (order, time) => {
        expect(looksLikeCardNumber(`order ${order}, ${time.slice(0, 10)}`)).toBe(false);
        expect(looksLikeCardNumber(`${time.slice(0, 10)} ${order % 1_000}`)).toBe(false);
      }),
    );
  });

  test('most ids of 19 digits, where every window would hit one in two', () => {
    const ids = fc.sample(digits(19), { numRuns: 2_000, seed: 1 });
    expect(ids.filter(looksLikeCardNumber).length).toBeLessThan(200);
  });
});

test('looksLikeCardNumber and redactCardNumbers are quick with a body full of digits', () => {
  for (const digits of ['1234 ', '4 ', '424 ', '62']) {
    const body = digits.repeat(65_536 / digits.length);
    const began = performance.now();
    looksLikeCardNumber(body);
    redactCardNumbers(body);
    expect(performance.now() - began, digits).toBeLessThan(2_000);
  }
});
