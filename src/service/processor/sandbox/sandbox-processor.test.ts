import { expect, test } from 'vitest';
import { brandOf, cardBrands } from '../../../contract/card-brands.ts';
import { passesLuhn } from '../../../contract/card-number.ts';
import type { ProcessorRequest } from '../processor.ts';
import { DECLINE_CARDS, SUCCESS_CARDS } from './cards.ts';
import { sandboxProcessor } from './sandbox-processor.ts';
import { isTestNumber } from './test-numbers.ts';

const base = {
  transactionId: 'txn_1',
  amount: 1000,
  currency: 'EUR',
  metadata: [],
  now: new Date('2026-03-01'),
} as const;
const card = { number: '4242424242424242', expMonth: 12, expYear: 2030 };

const decide = (change: Partial<ProcessorRequest> = {}, kind: 'authorise' | 'sale' = 'authorise') =>
  sandboxProcessor.decide({ kind, card, ...base, ...change } as ProcessorRequest);
const result = (code: string) => [{ key: 'sandbox_result', value: code }];

test.each([
  ['4000000000000002', '05', 'do_not_honor'],
  ['4000000000009995', '51', 'insufficient_funds'],
  ['4000000000009987', '41', 'lost_card'],
  ['4000000000009979', '43', 'stolen_card'],
  ['4000000000000069', '54', 'expired_card'],
  ['4000000000000127', '82', 'incorrect_cvc'],
  ['4000000000000119', '96', 'processing_error'],
  ['4000000000006975', '65', 'velocity_exceeded'],
  ['4100000000000019', '59', 'suspected_fraud'],
  ['4000000000000341', '05', 'do_not_honor'],
  ['4000002760003184', '1A', 'authentication_required'],
])('sandboxProcessor declines %s with %s, %s', (number, returnCode, declineCode) => {
  const declined = { approved: false, returnCode, declineCode };
  expect(decide({ card: { ...card, number } })).toEqual(declined);
  expect(decide({ card: { ...card, number } }, 'sale')).toEqual(declined);
});

test.each(SUCCESS_CARDS)('sandboxProcessor approves %s, a whole number of its brand', (number) => {
  expect(decide({ card: { ...card, number } })).toMatchObject({ approved: true, returnCode: '00' });
  const brand = brandOf(number);
  expect(brand && cardBrands[brand].lengths).toContain(number.length);
});

test('every listed card is Luhn-valid and listed once', () => {
  const listed = [...SUCCESS_CARDS, ...Object.keys(DECLINE_CARDS)];
  expect(listed.filter((number) => !passesLuhn(number))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});

test.each([
  [200_005, '05'],
  [200_012, '12'],
  [200_091, '91'],
  [200_000, '05'],
  [200_001, '05'],
  [200_099, '05'],
])('sandboxProcessor declines the amount %i with %s', (amount, returnCode) => {
  expect(decide({ amount })).toMatchObject({ approved: false, returnCode });
});

test.each([199_999, 200_100, 5, 20_005])('sandboxProcessor approves the amount %i', (amount) => {
  expect(decide({ amount }).approved).toBe(true);
});

test('sandboxProcessor lets the card decide before the amount, the amount before the metadata', () => {
  const lost = { ...card, number: '4000000000009987' };
  expect(decide({ card: lost, amount: 200_051, metadata: result('61') }).returnCode).toBe('41');
  expect(decide({ amount: 200_051, metadata: result('61') }).returnCode).toBe('51');
  expect(decide({ metadata: result('61') })).toMatchObject({ returnCode: '61', declineCode: 'amount_limit' });
  expect(decide({ metadata: result('00') }).approved).toBe(true);
});

test('sandboxProcessor declines a card whose month has passed', () => {
  expect(decide({ card: { ...card, expMonth: 3, expYear: 2026 } }).approved).toBe(true);
  expect(decide({ card: { ...card, expMonth: 2, expYear: 2026 } })).toMatchObject({ returnCode: '54' });
});

test('sandboxProcessor answers captures and refunds by their metadata alone', () => {
  for (const kind of ['capture', 'refund'] as const) {
    expect(sandboxProcessor.decide({ kind, ...base, amount: 200_005 }).approved).toBe(true);
    expect(sandboxProcessor.decide({ kind, ...base, metadata: result('91') }).returnCode).toBe('91');
  }
});

test('sandboxProcessor gives six characters as authcode, the same for the same transaction', () => {
  const authcodes = Array.from({ length: 200 }, (_, n) => decide({ transactionId: `txn_${n}` }));
  expect(decide({ transactionId: 'txn_0' })).toEqual(authcodes[0]);
  expect(new Set(authcodes.map((answer) => JSON.stringify(answer))).size).toBe(200);
  for (const answer of authcodes)
    expect(answer).toMatchObject({ authcode: expect.stringMatching(/^[0-9A-Z]{6}$/) });
});

test('sandboxProcessor names the switch it does not know', () => {
  expect(sandboxProcessor.faultySwitch(result('XX'))).toBe('sandbox_result');
  expect(sandboxProcessor.faultySwitch(result('toString'))).toBe('sandbox_result');
  expect(sandboxProcessor.faultySwitch(result('1A'))).toBeUndefined();
});

test.each([...SUCCESS_CARDS, ...Object.keys(DECLINE_CARDS), '4242420000000000', '4000000000003220'])(
  'isTestNumber takes %s',
  (number) => {
    expect(isTestNumber(number)).toBe(true);
  },
);

test.each([
  ['an unknown first six', '4532015112830366'],
  ['a known first six, Luhn wrong', '4242424242424241'],
])('isTestNumber refuses %s', (_, number) => {
  expect(isTestNumber(number)).toBe(false);
});
