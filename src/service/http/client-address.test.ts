import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { clientAddress } from './client-address.ts';
import { startServer } from './node-server.ts';

const app = new Hono<AppEnv>().get('/', (c) => c.text(clientAddress(c)));

test('clientAddress is the address of the connection, without the IPv6 form of an IPv4 one', async () => {
  const server = await startServer(app.fetch, { port: 0, host: '::', baseUrl: 'http://127.0.0.1' });
  try {
    const answer = await fetch(`http://127.0.0.1:${server.port}/`);
    expect(await answer.text()).toBe('127.0.0.1');
  } finally {
    await server.stop();
  }
});

test('clientAddress is empty where there is no connection', async () => {
  expect(await (await app.request('/')).text()).toBe('');
});
