import { expect, test, vi } from 'vitest';

// A test that times out restores nothing by itself.
test('timers are faked by a test that does not restore them', () => {
  vi.useFakeTimers();
});

test('timers are real again in the next test', () => {
  expect(vi.isFakeTimers()).toBe(false);
});
