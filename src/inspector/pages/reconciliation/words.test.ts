import { expect, test } from 'vitest';
import { dayText, resultOf, unreadWords } from './words.ts';

const summary = {
  processor: 'adyen',
  day: '2026-05-03',
  reason: null,
  reconciled_at: '2026-05-04T03:00:00Z',
};

test.each([
  ['equal', 0, 'good', 'They agree'],
  ['differs', 1, 'bad', '1 difference'],
  ['differs', 12, 'bad', '12 differences'],
  ['unread', 0, 'wait', 'Not compared'],
] as const)('resultOf says %s with %i differences', (outcome, difference_count, tone, text) => {
  expect(resultOf({ ...summary, outcome, difference_count })).toEqual({ tone, text });
});

test.each([
  ['report_unknown: ECONNREFUSED', 'The acquirer has given no report for this day'],
  ['report_not_offered: give it as a file', 'The acquirer has given no report for this day'],
  ['report_unreadable: expected its JSON', 'The report of this day could not be read'],
  ['in_progress: it is being compared', 'It is being compared'],
  ['', 'The acquirer has given no report for this day'],
])('unreadWords of %j', (reason, title) => {
  expect(unreadWords(reason).title).toBe(title);
});

test('dayText names the day in UTC, and leaves what is none', () => {
  expect(dayText('2026-05-03')).toBe('Sun 3 May 2026');
  expect(dayText('none')).toBe('none');
});
