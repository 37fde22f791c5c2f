import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withDeadline } from './challenge-api.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(new Error('given up'));
    signal.addEventListener('abort', () => reject(new Error('given up')));
  });

test('withDeadline gives work up after its time', async () => {
  const work = expect(
    withDeadline({ ms: 100, outer: new AbortController().signal }, untilAborted),
  ).rejects.toThrow('given up');
  await vi.advanceTimersByTimeAsync(100);
  await work;
});

test('withDeadline gives work up with what is around it, also where that has ended before', async () => {
  const outer = new AbortController();
  const limits = { ms: 100, outer: outer.signal };
  const work = expect(withDeadline(limits, untilAborted)).rejects.toThrow('given up');
  outer.abort();
  await work;
  await expect(withDeadline(limits, untilAborted)).rejects.toThrow('given up');
});

test('withDeadline leaves no timer behind work that was done in time', async () => {
  expect(await withDeadline({ ms: 100, outer: new AbortController().signal }, async () => 'done')).toBe(
    'done',
  );
  expect(vi.getTimerCount()).toBe(0);
});
