import { expect, test } from 'vitest';
import { isThreeDsFlow } from './wallet.ts';

test.each(['10', '10.0', '10.00'])('isThreeDsFlow takes %s GBP', (amount) => {
  expect(isThreeDsFlow({ amount, currency: 'GBP' })).toBe(true);
});

test.each([
  ['10.01', 'GBP'],
  ['100', 'GBP'],
  ['1', 'GBP'],
  ['10.00', 'EUR'],
] as const)('isThreeDsFlow leaves %s %s alone', (amount, currency) => {
  expect(isThreeDsFlow({ amount, currency })).toBe(false);
});

test('isThreeDsFlow without details is false', () => {
  expect(isThreeDsFlow(undefined)).toBe(false);
});
