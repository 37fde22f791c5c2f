import { afterAll, expect, test } from 'vitest';
import { openTestService } from '../../test-kit/test-context.ts';
import { readinessOf } from './readiness.ts';

const { context, close } = await openTestService();
afterAll(close);

test('S93: however many ask whether it is ready, the store is asked once', async () => {
  let count = 0;
  const db = new Proxy(context.db, {
    get(target, name, receiver) {
      if (name === 'select') count += 1;
      return Reflect.get(target, name, receiver);
    },
  });
  const requireReady = readinessOf(db);
  await Promise.all(Array.from({ length: 500 }, requireReady));
  await requireReady();
  expect(count).toBe(1);
});
