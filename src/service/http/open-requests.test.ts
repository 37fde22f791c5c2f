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

test('limitOpenRequests counts no request whose body is still coming', async () => {
  const client = await openTestClient();
  const senders: ReadableStreamDefaultController<Uint8Array>[] = [];
  const slow = Array.from({ length: 300 }, () =>
    client.app.request('/users/api/v1/refresh_token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new ReadableStream({ start: (controller) => senders.push(controller) }),
      duplex: 'half',
    }),
  );
  expect((await client.app.request('/healthz')).status).toBe(200);
  for (const sender of senders) sender.close();
  const statuses = (await Promise.all(slow)).map(({ status }) => status);
  expect(statuses.every((status) => status === 401 || status === 503)).toBe(true);
  expect((await client.app.request('/healthz')).status).toBe(200);
  await client.close();
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
});
