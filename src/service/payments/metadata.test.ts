import { expect, test } from 'vitest';
import { sandboxDependencies } from '../main/sandbox-dependencies.ts';
import * as metadata from './metadata.ts';

const acquirers = {
  of: () => {
    throw new Error('nobody is asked');
  },
  named: () => undefined,
};
const context = { dependencies: { ...sandboxDependencies, acquirers } };
const transactionMetadata = (object: Record<string, unknown>) =>
  metadata.transactionMetadata(context, object);
const ignoredSwitches = (object: Record<string, unknown>) => metadata.ignoredSwitches(context, object);

test('transactionMetadata keeps every value as text', () => {
  expect(transactionMetadata({ a: 'x', b: 1, c: true, d: { e: [1] }, f: null })).toEqual([
    { key: 'a', value: 'x' },
    { key: 'b', value: '1' },
    { key: 'c', value: 'true' },
    { key: 'd', value: '{"e":[1]}' },
    { key: 'f', value: 'null' },
  ]);
});

const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1]));

test.each([
  ['metadata', keys(51)],
  ['metadata', { ['k'.repeat(41)]: 1 }],
  ['metadata#/long', { long: 'x'.repeat(501) }],
  ['metadata#/callback_url', { callback_url: 'http://localhost' }],
  ['metadata#/processor_transaction_id', { processor_transaction_id: '1' }],
  ['metadata#/transactionDetails', { transactionDetails: {} }],
  ['metadata#/sandbox_result', { sandbox_result: '07' }],
  ['metadata#/a~1b~0c', { 'a/b~c': 'x'.repeat(501) }],
])('transactionMetadata refuses %s', (param, given) => {
  expect(() => transactionMetadata(given)).toThrow(
    expect.objectContaining({ code: 'json_parameter_invalid', param }),
  );
});

test('transactionMetadata counts characters as orderID and externalID do: an emoji is one', () => {
  const emoji = (count: number) => ({ ['😀'.repeat(40)]: '😀'.repeat(count) });
  expect(transactionMetadata(emoji(500))).toHaveLength(1);
  expect(() => transactionMetadata(emoji(501))).toThrow('it has 501 characters, expected at most 500');
  expect(() => transactionMetadata({ ['😀'.repeat(41)]: 1 })).toThrow('longer than 40 characters');
});

test.each([
  [{ sandbox_delay_ms: '30001' }, 'must be a whole number of milliseconds from 0 to 30000'],
  [
    { sandbox_callback: 'dup:100' },
    'must be drop:n with n from 0 to 10, dup:n with n from 0 to 10, or late:seconds with 0 to 86400',
  ],
  [{ sandbox_avs: 'Q' }, 'must be one of U, Y, N, A, Z'],
  [{ sandbox_3ds: 'auto:X' }, 'must be one of auto:Y, auto:A, auto:N, auto:U, auto:R, auto:cancel'],
  [{ sandbox_result: '07' }, 'must be one of 00, 05, 12,'],
])('transactionMetadata says of %j what the sandbox takes', (given, words) => {
  expect(() => transactionMetadata(given)).toThrow(words);
});

test('ignoredSwitches names what looks like a switch and is none, in letters that a header takes', () => {
  const given = { sandbox_nope: 1, sandbox_result: '00', other: 1, 'sandbox_é/,\n': 1 };
  expect(ignoredSwitches(given)).toEqual([
    'metadata#/sandbox_nope',
    `metadata#/sandbox_${encodeURIComponent('é~1,\n')}`,
  ]);
  expect(ignoredSwitches({ [`sandbox_${'x'.repeat(31)}😀`]: 1 })).toEqual([
    `metadata#/sandbox_${'x'.repeat(31)}${encodeURIComponent('😀')}`,
  ]);
});

test('transactionMetadata takes what is exactly at its limits', () => {
  expect(transactionMetadata(keys(50))).toHaveLength(50);
  expect(transactionMetadata({ ['k'.repeat(40)]: 'x'.repeat(500), sandbox_result: '00' })).toHaveLength(2);
});

test.each([
  { note: 'paid with 4242 4242 4242 4242' },
  { note: 'qty 2 4242424242424242, 12/30 123' },
  { deep: { list: ['4000-0000-0000-0002'] } },
  { '378282246310005': 'x' },
  { number: 5555555555554444 },
  { wide: '４２４２４２４２４２４２４２４２' },
  { spaced: '4242\u00a04242\u00a04242\u00a04242' },
])('transactionMetadata refuses what looks like a card number, without repeating it', (given) => {
  const refusal = expect.objectContaining({
    code: 'sensitive_data_in_metadata',
    message: expect.not.stringMatching(/\d{4}/),
  });
  expect(() => transactionMetadata(given)).toThrow(refusal);
});

test('transactionMetadata takes numbers that are no card', () => {
  const order = '1f42a4bf-4242-4242-8242-4243abcdefab';
  expect(transactionMetadata({ order, ref: '4242424242424243', time: 1772366400000 })).toHaveLength(3);
});
