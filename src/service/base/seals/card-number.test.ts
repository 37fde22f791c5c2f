import { expect, test } from 'vitest';
import { testMasterKey } from '../../test-kit/test-master-key.ts';
import { cardNumberDigest, openCardNumber, sealCardNumber } from './card-number.ts';

const key = testMasterKey();
const row = { id: 1, accountId: 1, userId: 1, owner: 'user ann' };
const NUMBER = '4242424242424242';

test('openCardNumber opens what was sealed for the row, and for no other row, account, user or name', () => {
  const sealed = sealCardNumber(key, row, NUMBER);
  expect(openCardNumber(key, row, sealed)).toBe(NUMBER);
  for (const other of [
    { id: 2 },
    { accountId: 2 },
    { userId: 2 },
    { owner: 'user bob' },
    { owner: 'guest' },
  ]) {
    expect(() => openCardNumber(key, { ...row, ...other }, sealed)).toThrow();
  }
});

test('openCardNumber throws when ciphertext or key come from another row', () => {
  const [mine, other] = [sealCardNumber(key, row, NUMBER), sealCardNumber(key, { ...row, id: 2 }, NUMBER)];
  expect(() => openCardNumber(key, row, { ...mine, numberCiphertext: other.numberCiphertext })).toThrow();
  expect(() => openCardNumber(key, row, { ...mine, wrappedKey: other.wrappedKey })).toThrow();
  expect(() => openCardNumber(key, row, other)).toThrow();
});

test('sealCardNumber encrypts each record under a key of its own', () => {
  const [first, second] = [sealCardNumber(key, row, NUMBER), sealCardNumber(key, row, NUMBER)];
  expect(Buffer.compare(first.numberCiphertext, second.numberCiphertext)).not.toBe(0);
  expect(Buffer.from(first.numberCiphertext).includes(NUMBER)).toBe(false);
  expect(Buffer.compare(first.wrappedKey, second.wrappedKey)).not.toBe(0);
});

test('cardNumberDigest is equal for a number within an account, under one key', () => {
  const digest = cardNumberDigest(key, 1, NUMBER);
  expect(cardNumberDigest(key, 1, NUMBER)).toEqual(digest);
  expect(cardNumberDigest(key, 2, NUMBER)).not.toEqual(digest);
  expect(cardNumberDigest(testMasterKey(), 1, NUMBER)).not.toEqual(digest);
});
