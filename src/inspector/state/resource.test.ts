import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createResource } from './resource.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('createResource shows an answer that takes longer than the interval of its polls', async () => {
  const resource = createResource(async () => {
    await after(2500);
    return 'payments';
  });
  resource.reload();
  const timer = setInterval(resource.poll, 2000);
  await vi.advanceTimersByTimeAsync(10_000);
  clearInterval(timer);
  expect(resource.status.value).toMatchObject({ name: 'ready', value: 'payments' });
});

test('createResource shows the answer of its last reload, whichever comes first', async () => {
  const times = [3000, 1000];
  const resource = createResource(async () => {
    const ms = times.shift() ?? 0;
    await after(ms);
    return ms;
  });
  resource.reload();
  resource.reload();
  await vi.advanceTimersByTimeAsync(5000);
  expect(resource.status.value).toMatchObject({ name: 'ready', value: 1000 });
});
