import { expect, test } from 'vitest';
import type { SecretKeyRow } from '../../tables/accounts.ts';
import { createRowCache } from './row-cache.ts';

const row: SecretKeyRow = {
  id: 'key',
  accountId: 1,
  digest: new Uint8Array(),
  createdAt: new Date(0),
  revokedAt: null,
};

test('createRowCache reads a row again half a second after the last reading began', async () => {
  let now = 0;
  let reads = 0;
  const { secretKeys } = createRowCache(() => now);
  const find = () =>
    secretKeys.find('key', async () => {
      reads += 1;
      now += 100;
      return row;
    });
  await find();
  now = 499;
  await find();
  expect(reads).toBe(1);
  now = 500;
  await find();
  expect(reads).toBe(2);
});

test('createRowCache forgets also what is being read, and keeps no missing row', async () => {
  const recent = createRowCache(() => 0);
  let answer = (_row: SecretKeyRow) => {};
  const reading = recent.secretKeys.find('key', () => new Promise((resolve) => (answer = resolve)));
  recent.forget();
  answer(row);
  expect(await reading).toBe(row);
  expect(await recent.secretKeys.find('key', async () => undefined)).toBeUndefined();
  expect(await recent.secretKeys.find('key', async () => row)).toBe(row);
});
