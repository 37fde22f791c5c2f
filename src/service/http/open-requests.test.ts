import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { limitOpenRequests } from './open-requests.ts';

test('limitOpenRequests refuses what comes while the limit is open, and takes it afterwards', async () => {
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const app = new Hono<AppEnv>();
  app.use(limitOpenRequests(1));
  app.get('/', (c) => c.text('done'));
  app.get('/held', async (c) => {
    await held;
    return c.text('done');
  });
  app.onError((error, c) => c.text(error.message, 503));
  const first = app.request('/held');
  expect((await app.request('/')).status).toBe(503);
  finish();
  expect((await first).status).toBe(200);
  expect((await app.request('/')).status).toBe(200);
});
