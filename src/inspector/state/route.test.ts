import { expect, test } from 'vitest';
import { addressOf, readPlace } from './route.ts';

test('readPlace reads what addressOf writes, whatever an id or a search has in it', () => {
  const address = addressOf('payments', {
    id: 'a/b?c#d %',
    query: { search: 'o&1=2', state: '', before: undefined },
  });
  const { page, id, query } = readPlace(address);
  expect([page, id, [...query]]).toEqual(['payments', 'a/b?c#d %', [['search', 'o&1=2']]]);
});

test.each([
  ['', 'overview', null],
  ['#/', 'overview', null],
  ['#/clock', 'clock', null],
  ['#/payments/', 'payments', null],
  ['#/payments/%E0%A4%A', 'payments', '%E0%A4%A'],
  ['#/nowhere/1', null, '1'],
])('readPlace takes %j as a place', (hash, page, id) => {
  expect(readPlace(hash)).toMatchObject({ page, id });
});
