import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { openTestService } from '../test-context.ts';
import type { AppEnv } from './app-env.ts';
import { clientAddress } from './client-address.ts';
import { startServer } from './node-server.ts';
import { requestScope } from './request-scope.ts';

const service = await openTestService();
afterAll(service.close);

const appBehind = (trustedProxies: number) =>
  new Hono<AppEnv>()
    .use(requestScope({ ...service.context, trustedProxies }))
    .get('/', (c) => c.text(clientAddress(c)));

test('clientAddress is the address of the connection, without the IPv6 form of an IPv4 one', async () => {
  const server = await startServer(appBehind(0).fetch, { port: 0, host: '::', baseUrl: 'http://127.0.0.1' });
  try {
    const answer = await fetch(`http://127.0.0.1:${server.port}/`);
    expect(await answer.text()).toBe('127.0.0.1');
  } finally {
    await server.stop();
  }
});

test('clientAddress is empty where there is no connection', async () => {
  expect(await (await appBehind(0).request('/')).text()).toBe('');
});

test.each([
  [0, '203.0.113.1, 198.51.100.1', '192.0.2.1'],
  [1, '203.0.113.1, 198.51.100.1', '198.51.100.1'],
  [2, '203.0.113.1,198.51.100.1', '203.0.113.1'],
  [3, '203.0.113.1, 198.51.100.1', '192.0.2.1'],
  [1, '', '192.0.2.1'],
])('clientAddress behind %i proxies that wrote "%s" is %s', async (proxies, forwarded, address) => {
  const answer = await appBehind(proxies).request(
    '/',
    { headers: { 'X-Forwarded-For': forwarded } },
    { incoming: { socket: { remoteAddress: '192.0.2.1' } } },
  );
  expect(await answer.text()).toBe(address);
});
