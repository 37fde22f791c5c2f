import { expect, test } from 'vitest';
import { Action } from './action.ts';

test('Action fails, and can run again, where its work throws before it has begun', async () => {
  const action = new Action();
  const wasDone = await action.run(() => {
    throw new Error('slow_ms is out of range');
  }, '');
  expect(wasDone).toBe(false);
  expect(action.status.value).toMatchObject({
    name: 'failed',
    error: { message: 'slow_ms is out of range' },
  });
  expect(await action.run(async () => {}, 'In force.')).toBe(true);
  expect(action.status.value).toEqual({ name: 'done', message: 'In force.' });
});
