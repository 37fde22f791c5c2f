import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { retryAfterMs, retryDelay } from './retry-schedule.ts';

const waits = (profile: 'standard' | 'sandbox', random: number) => {
  const found: number[] = [];
  for (let tries = 0; ; tries += 1) {
    const wait = retryDelay(profile, tries, () => random);
    if (wait === undefined) return found;
    found.push(wait / 1000);
  }
};

test('retryDelay follows the two profiles', () => {
  expect(waits('sandbox', 0.5)).toEqual([0, 2, 10, 30, 120, 600, 3600]);
  const standard = waits('standard', 0.5);
  expect(standard).toHaveLength(10);
  expect(standard.reduce((sum, wait) => sum + wait, 0) / 3600).toBeCloseTo(75.6, 1);
});

test('retryDelay strays by a fifth at most', () => {
  expect(waits('sandbox', 0)[1]).toBeCloseTo(1.6);
  expect(waits('sandbox', 1)[1]).toBeCloseTo(2.4);
});

test('retryAfterMs reads seconds and dates, a day at most', () => {
  const now = new Date('2030-01-01T12:00:00Z');
  expect(retryAfterMs(undefined, now)).toBeUndefined();
  expect(retryAfterMs('soon', now)).toBeUndefined();
  expect(retryAfterMs('120', now)).toBe(120_000);
  expect(retryAfterMs('Tue, 01 Jan 2030 12:01:00 GMT', now)).toBe(60_000);
  expect(retryAfterMs('Tue, 01 Jan 2030 11:00:00 GMT', now)).toBe(0);
  expect(retryAfterMs('999999', now)).toBe(86_400_000);
});

test.each(['sandbox', 'standard'] as const)(
  'docs/callbacks.md has the waits of the profile %s',
  (profile) => {
    const text = waits(profile, 0.5)
      .map((seconds) => {
        if (seconds === 0) return '0';
        if (seconds < 60) return `${seconds} s`;
        return seconds < 3600 ? `${seconds / 60} min` : `${seconds / 3600} h`;
      })
      .join(', ');
    const [row = ''] =
      new RegExp(`^\\| \`${profile}\`.*$`, 'm').exec(readFileSync('docs/callbacks.md', 'utf8')) ?? [];
    expect(row.split('|')[2]?.trim()).toBe(text);
  },
);
