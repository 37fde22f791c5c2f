import { expect, test } from 'vitest';
import { looksLikeCardNumber, redactCardNumbers } from './card-numbers.ts';

test('redactCardNumbers blanks a number, however it is grouped', () => {
  expect(redactCardNumbers('paid with 4242424242424242 or 4242-4242 4242-4242, order 1234567890123')).toBe(
    'paid with [card number] or [card number], order 1234567890123',
  );
});

test('looksLikeCardNumber takes no part of a UUID for one', () => {
  const id = '1f42a4bf-4242-4242-8242-4243abcdefab';
  expect(looksLikeCardNumber(id.slice(9, 28))).toBe(true);
  expect(looksLikeCardNumber(id)).toBe(false);
  expect(looksLikeCardNumber(`${id} 4242424242424242`)).toBe(true);
});

test('looksLikeCardNumber takes no number for one that passes Luhn but is of no brand', () => {
  const order = '1234567890128';
  expect(redactCardNumbers(order)).toBe('[card number]');
  expect(looksLikeCardNumber(order)).toBe(false);
});
