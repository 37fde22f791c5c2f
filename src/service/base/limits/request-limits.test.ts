import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RATE_LIMITS } from '../../../contract/rate-limits.ts';
import { openRequestLimits, type RequestLimit } from './request-limits.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const names: readonly RequestLimit[] = [
  'key-billing',
  'key-lookups',
  'key-tokens',
  'token-exchange',
  'refresh-token',
  'card-entry',
  'instant-start',
];

describe.each(names)('openRequestLimits counts %s', (name) => {
  const { quota, seconds } = RATE_LIMITS[name];

  test('up to its quota, and again when its window has ended', async () => {
    const limits = openRequestLimits();
    for (let count = 1; count <= quota; count += 1) {
      expect(await limits.count(name, 'one')).toEqual({
        name,
        quota,
        left: quota - count,
        resetSeconds: seconds,
        isBeyondQuota: false,
      });
    }
    vi.advanceTimersByTime(seconds * 1000 - 1);
    expect(await limits.count(name, 'one')).toEqual({
      name,
      quota,
      left: 0,
      resetSeconds: 1,
      isBeyondQuota: true,
    });
    vi.advanceTimersByTime(1);
    expect(await limits.count(name, 'one')).toMatchObject({ left: quota - 1, isBeyondQuota: false });
  });

  test('of each subject alone', async () => {
    const limits = openRequestLimits();
    for (let count = 0; count <= quota; count += 1) await limits.count(name, 'one');
    expect(await limits.count(name, 'other')).toMatchObject({ left: quota - 1, isBeyondQuota: false });
  });
});

test('openRequestLimits takes the quota of a secret key from its setting, and no other', async () => {
  const limits = openRequestLimits(3);
  for (const name of ['key-billing', 'key-lookups', 'key-tokens'] as const) {
    for (let count = 1; count <= 3; count += 1)
      expect(await limits.count(name, 'one')).toMatchObject({ quota: 3, isBeyondQuota: false });
    expect(await limits.count(name, 'one')).toMatchObject({ isBeyondQuota: true });
  }
  expect(await limits.count('card-entry', 'one')).toMatchObject({ quota: RATE_LIMITS['card-entry'].quota });
});

test('openRequestLimits keeps no secret', async () => {
  const limits = openRequestLimits();
  await limits.count('key-billing', 'sk_sandbox_secret');
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(2000);
  expect(vi.getTimerCount()).toBe(0);
});
