import { expect, test } from 'vitest';
import { addressOf, readLocation } from './route.ts';

test('readLocation reads what addressOf writes, whatever an id or a search has in it', () => {
  const address = addressOf('payments', {
    id: 'a/b?c#d %',
    query: { search: 'o&1=2', state: '', before: undefined },
  });
  const { page, id, query } = readLocation(address);
  expect([page, id, [...query]]).toEqual(['payments', 'a/b?c#d %', [['search', 'o&1=2']]]);
});

test.each([
  ['', 'overview', null],
  ['#/', 'overview', null],
  ['#/clock', 'clock', null],
  ['#/payments/', 'payments', null],
  ['#/payments/%E0%A4%A', 'payments', '%E0%A4%A'],
])('readLocation takes %j as a location', (hash, page, id) => {
  expect(readLocation(hash)).toMatchObject({ page, id });
});
