import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { comingFrom, openTestClient, refusal } from '../../../test-kit/test-client.ts';
import { openTestService } from '../../../test-kit/test-context.ts';
import type { AppEnv } from '../app-env.ts';
import { clientNetwork } from '../client-address.ts';
import { limitOpenRequests } from './open-requests.ts';
import { requestScope } from './request-scope.ts';

test('limitOpenRequests refuses what comes while the limit is open, and takes it afterwards', async () => {
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { context, close } = await openTestService();
  const app = new Hono<AppEnv>();
  app.use(requestScope(context));
  app.use(limitOpenRequests({ workedOn: 1 }));
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
  await close();
});

describe('limitOpenRequests with callers that are known', () => {
  const most = { workedOn: 4, workedOnOfOne: 2, open: 8, openOfOne: 3, openOfNetwork: 2, openOfToken: 1 };

  async function openApp() {
    const { context, close } = await openTestService();
    const app = new Hono<AppEnv>().use(requestScope(context)).use(limitOpenRequests(most));
    const finish: (() => void)[] = [];
    const held = () => new Promise<void>((resolve) => finish.push(resolve));
    app.onError((error, c) => c.text(error.message, 503));
    app.get('/of/:caller/:what', async (c) => {
      const token = c.req.query('token');
      const within = token === undefined ? undefined : { network: clientNetwork(c), token };
      await c.get('slot')?.belongTo(c.req.param('caller'), { within });
      const what = c.req.param('what');
      if (what === 'waits') c.get('slot')?.release();
      if (what !== 'asks') await held();
      return c.text('done');
    });
    const ask = async (path: string, ip = '192.0.2.1') => {
      const { status } = await app.request(path, {}, comingFrom(ip));
      return status;
    };
    const end = () => finish.splice(0).map((each) => each());
    return { ask, end, held: finish, close };
  }

  test('lets one wait for its own share, and the others be answered meanwhile', async () => {
    const { ask, end, held, close } = await openApp();
    const own = [1, 2, 3].map((place) => ask('/of/one/works', `192.0.2.${place}`));
    await expect.poll(() => held.length).toBe(2);
    expect(await ask('/of/other/asks')).toBe(200);
    end();
    await expect.poll(() => held.length).toBe(1);
    end();
    expect(await Promise.all(own)).toEqual([200, 200, 200]);
    await close();
  });

  test('refuses what one has open beyond its share, waiting or not, and of nobody else', async () => {
    const { ask, end, held, close } = await openApp();
    const own = [1, 2, 3].map((place) => ask('/of/one/waits', `192.0.2.${place}`));
    await expect.poll(() => held.length).toBe(3);
    expect(await ask('/of/one/asks')).toBe(503);
    expect(await ask('/of/other/asks')).toBe(200);
    end();
    expect(await Promise.all(own)).toEqual([200, 200, 200]);
    expect(await ask('/of/one/asks')).toBe(200);
    await close();
  });

  test('refuses what one network or one token has open beyond its part, and nobody else of that caller', async () => {
    const { ask, end, held, close } = await openApp();
    const own = ['one', 'two'].map((token) => ask(`/of/shop/waits?token=${token}`));
    await expect.poll(() => held.length).toBe(2);
    expect(await ask('/of/shop/asks?token=three')).toBe(503);
    expect(await ask('/of/shop/asks?token=one', '192.0.2.2')).toBe(503);
    expect(await ask('/of/shop/asks?token=three', '192.0.2.2')).toBe(200);
    expect(await ask('/of/other/asks?token=four')).toBe(200);
    end();
    expect(await Promise.all(own)).toEqual([200, 200]);
    expect(await ask('/of/shop/asks?token=one')).toBe(200);
    await close();
  });

  test('refuses what is open beyond the capacity, whoever asks', async () => {
    const { ask, end, held, close } = await openApp();
    const callers = ['one', 'one', 'one', 'two', 'two', 'two', 'three', 'three'];
    const all: Promise<number>[] = [];
    for (const who of callers) {
      all.push(ask(`/of/${who}/waits`));
      await expect.poll(() => held.length).toBe(all.length);
    }
    expect(await ask('/of/four/asks')).toBe(503);
    end();
    expect(new Set(await Promise.all(all))).toEqual(new Set([200]));
    expect(await ask('/of/four/asks')).toBe(200);
    await close();
  });
});

test('S34: limitOpenRequests lets what one network asks without a key wait for its share, and nobody else', async () => {
  const { context, close } = await openTestService();
  const app = new Hono<AppEnv>().use(requestScope(context));
  app.use(limitOpenRequests({ workedOn: 4, workedOnOfNetwork: 2 }));
  const finish: (() => void)[] = [];
  app.get('/held', async (c) => {
    await new Promise<void>((resolve) => finish.push(resolve));
    return c.text('done');
  });
  app.get('/', (c) => c.text('done'));
  const ask = async (path: string, remoteAddress: string) =>
    (await app.request(path, {}, comingFrom(remoteAddress))).status;
  const own = ['/held', '/held', '/held'].map((path) => ask(path, '192.0.2.1'));
  await expect.poll(() => finish.length).toBe(2);
  expect(await ask('/', '192.0.2.2')).toBe(200);
  for (const end of finish.splice(0)) end();
  await expect.poll(() => finish.length).toBe(1);
  for (const end of finish) end();
  expect(await Promise.all(own)).toEqual([200, 200, 200]);
  await close();
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
  // A network has 32 at work without a key.
  const open = Array.from({ length: 256 }, (_, place) =>
    client.app.request('/held', {}, comingFrom(`192.0.2.${place % 8}`)),
  );
  expect(await refusal(client.app.request('/nothing', {}, comingFrom('198.51.100.1')))).toEqual([
    503,
    'overloaded',
  ]);
  expect((await client.app.request('/healthz')).status).toBe(200);
  finish();
  expect((await Promise.all(open)).every(({ ok }) => ok)).toBe(true);
  await client.close();
});
