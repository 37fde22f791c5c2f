import { expect, test } from 'vitest';
import { brandOf } from '../../../contract/cards/brand-detection.ts';
import { cardBrands } from '../../../contract/cards/card-brands.ts';
import { passesLuhn } from '../../../contract/cards/card-number.ts';
import { DECLINE_CODES, THREE_DS_DECLINE_CODES } from '../../../contract/errors/errors.ts';
import type { ProcessorRequest } from '../../base/processor/processor.ts';
import { DECLINE_CARDS, SUCCESS_CARDS } from './cards.ts';
import { RETURN_CODES } from './return-codes.ts';
import { isTestNumber } from './sandbox-numbers.ts';
import { decide, sandboxProcessor } from './sandbox-processor.ts';
import { THREE_DS_CARDS } from './three-ds-cards.ts';

const base = {
  transactionId: 'txn_1',
  merchantRef: 'demo',
  amount: 1000,
  currency: 'EUR',
  metadata: [],
  now: new Date('2026-03-01'),
} as const;
const card = { number: '4242424242424242', expMonth: 12, expYear: 2030 };

type CardRequest = Extract<ProcessorRequest, { card: object }>;
const ask = (change: Partial<CardRequest> = {}, kind: 'authorise' | 'sale' = 'authorise') =>
  decide({ kind, card, isAuthenticated: false, ...base, ...change });
const decisionFor = (...asked: Parameters<typeof ask>) => {
  const answer = ask(...asked);
  if (answer.kind !== 'decided') throw new Error(`the answer is ${answer.kind}`);
  return answer.decision;
};
type MoneyRequest = Extract<ProcessorRequest, { captured: number }>;
const move = (kind: MoneyRequest['kind'], change: Partial<MoneyRequest> = {}) =>
  decide({ kind, ...base, authorised: 1000, captured: 0, ...change });
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
  expect(decisionFor({ card: { ...card, number } })).toEqual(declined);
  expect(decisionFor({ card: { ...card, number } }, 'sale')).toEqual(declined);
});

test.each(SUCCESS_CARDS)('sandboxProcessor approves %s, a whole number of its brand', (number) => {
  expect(decisionFor({ card: { ...card, number } })).toMatchObject({ approved: true, returnCode: '00' });
  const brand = brandOf(number);
  expect(brand && cardBrands[brand].lengths).toContain(number.length);
});

test('every listed card is Luhn-valid and listed once', () => {
  const listed = [...SUCCESS_CARDS, ...Object.keys(DECLINE_CARDS), ...Object.keys(THREE_DS_CARDS)];
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
  expect(decisionFor({ amount })).toMatchObject({ approved: false, returnCode });
});

test.each([199_999, 200_100, 5, 20_005])('sandboxProcessor approves the amount %i', (amount) => {
  expect(decisionFor({ amount }).approved).toBe(true);
});

test('sandboxProcessor lets the card decide before the amount, the amount before the metadata', () => {
  const lost = { ...card, number: '4000000000009987' };
  expect(decisionFor({ card: lost, amount: 200_051, metadata: result('61') }).returnCode).toBe('41');
  expect(decisionFor({ amount: 200_051, metadata: result('61') }).returnCode).toBe('51');
  expect(decisionFor({ metadata: result('61') })).toMatchObject({
    returnCode: '61',
    declineCode: 'amount_limit',
  });
  expect(decisionFor({ metadata: result('00') }).approved).toBe(true);
});

test('sandboxProcessor declines a card whose month has passed', () => {
  expect(decisionFor({ card: { ...card, expMonth: 3, expYear: 2026 } }).approved).toBe(true);
  expect(decisionFor({ card: { ...card, expMonth: 2, expYear: 2026 } })).toMatchObject({ returnCode: '54' });
});

test.each(['capture', 'refund', 'void'] as const)('sandboxProcessor answers %s by its metadata', (kind) => {
  expect(move(kind, { amount: 200_005 })).toMatchObject({ decision: { approved: true } });
  expect(move(kind, { metadata: result('91') })).toMatchObject({ decision: { returnCode: '91' } });
});

test.each([
  [400_100, 'capture', '05'],
  [400_200, 'refund', '05'],
  [400_300, 'void', '05'],
] as const)(
  'sandboxProcessor lets an authorised %i be, and declines its every %s',
  (authorised, kind, code) => {
    expect(decisionFor({ amount: authorised }).approved).toBe(true);
    for (const other of ['capture', 'refund', 'void'] as const) {
      const returnCode = other === kind ? code : '00';
      expect(move(other, { authorised, amount: 1 })).toMatchObject({ decision: { returnCode } });
    }
  },
);

test('sandboxProcessor captures only half of 4004.00', () => {
  const half = { authorised: 400_400 };
  expect(move('capture', { ...half, amount: 200_200 })).toMatchObject({ decision: { approved: true } });
  const more = move('capture', { ...half, amount: 1, captured: 200_200 });
  expect(more).toMatchObject({ decision: { returnCode: '61', declineCode: 'amount_limit' } });
});

test('sandboxProcessor is unavailable, slow and asynchronous by amount', () => {
  expect(ask({ amount: 300_000 })).toEqual({ kind: 'unavailable' });
  expect(move('refund', { amount: 300_000 })).toEqual({ kind: 'unavailable' });
  expect(ask({ amount: 300_100 })).toMatchObject({ kind: 'decided', slowMs: 8_000 });
  for (const answer of [ask({ amount: 300_200 }, 'sale'), move('capture', { amount: 300_200 })]) {
    expect(answer).toMatchObject({ kind: 'pending', afterMs: 2_000, decision: { approved: true } });
  }
  expect(move('refund', { amount: 300_300 })).toMatchObject({
    kind: 'pending',
    decision: { returnCode: '05' },
  });
});

test('sandboxProcessor answers an authorisation of such an amount late, because it is never PENDING', () => {
  expect(ask({ amount: 300_200 })).toMatchObject({
    kind: 'decided',
    slowMs: 2_000,
    decision: { approved: true },
  });
  expect(ask({ amount: 300_300 })).toMatchObject({
    kind: 'decided',
    slowMs: 2_000,
    decision: { approved: false, returnCode: '05' },
  });
});

test.each([300_000, 300_100, 300_200, 300_300])(
  'sandboxProcessor lets the card decide before the amount %i in time too',
  (amount) => {
    const lost = { ...card, number: '4000000000009987' };
    for (const kind of ['authorise', 'sale'] as const) {
      expect(ask({ card: lost, amount }, kind)).toMatchObject({
        kind: 'decided',
        slowMs: 0,
        decision: { returnCode: '41' },
      });
    }
  },
);

test('sandboxProcessor lets the amount decide before the metadata in time too', () => {
  const metadata = [...result('61'), { key: 'sandbox_delay_ms', value: '0' }];
  expect(ask({ amount: 300_000, metadata })).toEqual({ kind: 'unavailable' });
  const approved = { decision: { approved: true } };
  expect(ask({ amount: 300_100, metadata })).toMatchObject({ kind: 'decided', slowMs: 8_000, ...approved });
  expect(move('capture', { amount: 300_200, metadata })).toMatchObject({
    kind: 'pending',
    afterMs: 2_000,
    ...approved,
  });
  expect(move('capture', { amount: 300_300, metadata })).toMatchObject({
    kind: 'pending',
    decision: { returnCode: '05' },
  });
  expect(ask({ amount: 200_051, metadata })).toMatchObject({ slowMs: 0, decision: { returnCode: '51' } });
});

test('sandboxProcessor answers what moves money later where the merchant is asynchronous', () => {
  const merchantRef = 'demo-async';
  expect(sandboxProcessor.nameFor(merchantRef)).toBe('sandbox-async');
  expect(ask({ merchantRef }, 'sale').kind).toBe('decided');
  for (const kind of ['capture', 'refund', 'void'] as const) {
    expect(move(kind, { merchantRef })).toMatchObject({ kind: 'pending', afterMs: 2_000 });
  }
  const metadata = [{ key: 'sandbox_delay_ms', value: '30000' }];
  expect(move('capture', { merchantRef, metadata })).toMatchObject({ kind: 'pending', afterMs: 30_000 });
  expect(ask({ metadata })).toMatchObject({ kind: 'decided', slowMs: 30_000 });
});

test('sandboxProcessor passes a soft decline once the cardholder is authenticated, and no other', () => {
  const by = (number: string, isAuthenticated: boolean) =>
    decisionFor({ card: { ...card, number }, isAuthenticated }).returnCode;
  expect([by('4000002760003184', false), by('4000002760003184', true)]).toEqual(['1A', '00']);
  expect([by('4000000000000002', false), by('4000000000000002', true)]).toEqual(['05', '05']);
  expect([by('4000008400001629', false), by('4000008400001629', true)]).toEqual(['00', '05']);
  expect([by('4000008260003178', false), by('4000008260003178', true)]).toEqual(['00', '51']);
});

test('sandboxProcessor gives six characters as authcode, the same for the same transaction', () => {
  const authcodes = Array.from({ length: 200 }, (_, n) => decisionFor({ transactionId: `txn_${n}` }));
  expect(decisionFor({ transactionId: 'txn_0' })).toEqual(authcodes[0]);
  expect(new Set(authcodes.map((answer) => JSON.stringify(answer))).size).toBe(200);
  for (const answer of authcodes)
    expect(answer).toMatchObject({ authcode: expect.stringMatching(/^[0-9A-Z]{6}$/) });
});

test.each([
  ['sandbox_result', ['1A', '00'], ['XX', 'toString', '']],
  [
    'sandbox_3ds',
    ['auto:Y', 'auto:A', 'auto:N', 'auto:U', 'auto:R', 'auto:cancel'],
    ['Y', 'auto:', 'auto:y'],
  ],
  ['sandbox_delay_ms', ['0', '300', '30000'], ['30001', '-1', '1e3', '01', '']],
  ['sandbox_callback', ['drop:1', 'dup:2', 'late:60'], ['drop', 'drop:x', 'never']],
  ['sandbox_avs', ['U', 'Y', 'N', 'A', 'Z'], ['X', '']],
])('sandboxProcessor knows the switch %s', (key, known, unknown) => {
  const faulty = (value: string) => sandboxProcessor.invalidSwitch([{ key, value }])?.key;
  expect(known.map(faulty)).toEqual(known.map(() => undefined));
  expect(unknown.map(faulty)).toEqual(unknown.map(() => key));
});

test.each([...SUCCESS_CARDS, ...Object.keys({ ...DECLINE_CARDS, ...THREE_DS_CARDS }), '4242420000000000'])(
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

test('RETURN_CODES have one for every reason of an issuer', () => {
  const answered: readonly string[] = Object.values(RETURN_CODES).map(({ declineCode }) => declineCode);
  const others: readonly string[] = [...answered, ...THREE_DS_DECLINE_CODES];
  expect(DECLINE_CODES.filter((code) => !others.includes(code))).toEqual([]);
});
