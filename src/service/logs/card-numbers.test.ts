import { expect, test } from 'vitest';
import { looksLikeCardNumber, redactCardNumbers } from './card-numbers.ts';

test('redactCardNumbers blanks a number, however it is grouped', () => {
  expect(redactCardNumbers('paid with 4242424242424242 or 4242-4242 4242-4242, order 1234567890123')).toBe(
    'paid with [card number] or [card number], order 1234567890123',
  );
});

test('looksLikeCardNumber takes no part of a UUID for one', () => {
  const id = '1f42a424-2424-4202-8242-424242424242';
  expect(looksLikeCardNumber(id.slice(9))).toBe(true);
  expect(looksLikeCardNumber(id)).toBe(false);
  expect(looksLikeCardNumber(`${id} 4242424242424242`)).toBe(true);
});
