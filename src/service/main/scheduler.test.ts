import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestService, type TestService } from '../test-kit/test-context.ts';
import { startScheduler } from './scheduler.ts';

let service: TestService;
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

describe('startScheduler', () => {
  test('runs every work at once, in order', async () => {
    const done: string[] = [];
    const work = (name: string) => ({ name, run: async () => done.push(name) });
    const works = [work('first'), work('second')];
    const scheduler = startScheduler(service.context, { jobs: works, everyMs: HOUR_MS });
    await scheduler.stop();
    expect(done).toEqual(['first', 'second']);
  });
  test('runs again at intervals until it is stopped', async () => {
    const run = vi.fn(async () => {});
    const scheduler = startScheduler(service.context, { jobs: [{ name: 'work', run }], everyMs: 5 });
    await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(2));
    await scheduler.stop();
    const { length } = run.mock.calls;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(run).toHaveBeenCalledTimes(length);
  });
  test('runDue starts a run of its own after the one under way', async () => {
    let open = 0;
    let most = 0;
    const run = vi.fn(async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open -= 1;
    });
    const scheduler = startScheduler(service.context, { jobs: [{ name: 'work', run }], everyMs: HOUR_MS });
    await scheduler.runDue();
    expect([run.mock.calls.length, most]).toEqual([2, 1]);
    await scheduler.stop();
  });
  test('logs a work that fails by name, not its message, and goes on', async () => {
    const run = vi.fn(async () => {});
    const failing = { name: 'failing work', run: () => Promise.reject(new Error('4242424242424242')) };
    const scheduler = startScheduler(service.context, {
      jobs: [failing, { name: 'next', run }],
      everyMs: HOUR_MS,
    });
    await scheduler.stop();
    expect(run).toHaveBeenCalledOnce();
    expect(service.logged()).toContain('failing work');
    expect(service.logged()).not.toContain('4242424242424242');
  });
});
