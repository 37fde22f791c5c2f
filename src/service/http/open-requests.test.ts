import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { openTestClient, refusal } from '../test-client.ts';
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

test('createApp keeps 256 requests open and tells the next one to come again', async () => {
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const client = await openTestClient();
  client.app.get('/held', async (c) => {
    await held;
    return c.text('done');
  });
  const open = Array.from({ length: 256 }, () => client.app.request('/held'));
  expect(await refusal(client.app.request('/healthz'))).toEqual([503, 'overloaded']);
  finish();
  expect((await Promise.all(open)).every(({ ok }) => ok)).toBe(true);
  await client.close();
}, 30_000);
