import { once } from 'node:events';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { billWithCallback, openTestWorker } from '../../../test-kit/test-callbacks.ts';
import { openTestReceiver } from '../../../test-kit/test-receiver.ts';
import { openTestShop } from '../../../test-kit/test-shop.ts';
import type { AppEnv } from '../app-env.ts';
import { startServer } from '../node-server.ts';
import { holdCallbacks } from './hold-callbacks.ts';
import { requestScope } from './request-scope.ts';

const shop = await openTestShop();
afterAll(shop.close);

test('holdCallbacks holds a callback until the last byte of the answer was written', async () => {
  const receiver = await openTestReceiver();
  const worker = openTestWorker(shop);
  let endAnswer = () => {};
  const app = new Hono<AppEnv>().use(requestScope(shop.context)).post('/', holdCallbacks, async (c) => {
    await billWithCallback(shop, { url: receiver.url, answerTo: c.get('requestId') });
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('half'));
        endAnswer = () => controller.close();
      },
    });
    return new Response(body);
  });
  const server = await startServer(app.fetch, { port: 0, host: '127.0.0.1', baseUrl: 'http://127.0.0.1' });
  const answer = await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST' });
  shop.advance(60);
  await worker.runDue();
  expect(receiver.received).toEqual([]);
  endAnswer();
  expect(await answer.text()).toBe('half');
  await expect.poll(() => shop.context.inProgress.answers.size).toBe(0);
  await expect
    .poll(async () => {
      shop.advance(0.25);
      await worker.runDue();
      return receiver.received.length;
    })
    .toBe(1);
  await worker.stop();
  await server.stop();
  await receiver.close();
});

test('holdCallbacks releases nothing where nothing waits, and forgets the request', async () => {
  const app = new Hono<AppEnv>()
    .use(requestScope(shop.context))
    .post('/', holdCallbacks, (c) => c.text('ok'));
  expect((await app.request('/', { method: 'POST' })).status).toBe(200);
  expect(shop.context.inProgress.answers.size).toBe(0);
});

test('holdCallbacks forgets all requests queued on a connection that closed', async () => {
  const { answers } = shop.context.inProgress;
  const held: (() => void)[] = [];
  const app = new Hono<AppEnv>().use(requestScope(shop.context)).post('/', holdCallbacks, async (c) => {
    await new Promise<void>((resolve) => held.push(resolve));
    return c.text('ok');
  });
  const server = await startServer(app.fetch, { port: 0, host: '127.0.0.1', baseUrl: 'http://127.0.0.1' });
  const socket = connect(server.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n'.repeat(5));
  await expect.poll(() => held.length).toBe(5);
  socket.destroy();
  for (const finish of held) finish();
  await expect.poll(() => answers.size).toBe(0);
  await server.stop();
});
