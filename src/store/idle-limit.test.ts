import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { idleLimit } from './idle-limit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('leaves no timer behind where a task settles after the work', async () => {
  const limit = idleLimit(10_000);
  let answer = () => {};
  let task: Promise<void> | undefined;
  const work = async () => {
    task = limit.busy(() => new Promise((resolve) => (answer = resolve)));
  };
  await limit.watch(work(), () => new Error('idle'));
  answer();
  await task;
  expect(vi.getTimerCount()).toBe(0);
});
