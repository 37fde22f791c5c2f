import { Hono } from 'hono';
import { afterAll, expect, test, vi } from 'vitest';
import { openTestService } from '../../test-kit/test-context.ts';
import type { AppEnv } from './app-env.ts';
import { clientAddress } from './client-address.ts';
import { requestScope } from './middleware/request-scope.ts';
import { startServer } from './node-server.ts';

const service = await openTestService();
afterAll(service.close);

const appBehind = (trustedProxies: number) =>
  new Hono<AppEnv>()
    .use(requestScope({ ...service.context, config: { ...service.context.config, trustedProxies } }))
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
  [0, '198.51.100.1:5678', '192.0.2.1'],
  [0, '203.0.113.1, 198.51.100.1', '192.0.2.1'],
  [1, '203.0.113.1, 198.51.100.1', '198.51.100.1'],
  [2, '203.0.113.1,198.51.100.1', '203.0.113.1'],
  [3, '203.0.113.1, 198.51.100.1', '192.0.2.1'],
  [1, '', '192.0.2.1'],
  [1, '198.51.100.1:5678', '198.51.100.1'],
  [1, '"198.51.100.1:5678"', '198.51.100.1'],
  [1, '[2001:db8::1]:443', '2001:db8::1'],
  [1, '[2001:db8::1]', '2001:db8::1'],
  [1, '"[2001:db8::1]:443"', '2001:db8::1'],
  [1, '2001:db8::1', '2001:db8::1'],
  [1, '[::ffff:198.51.100.1]:443', '198.51.100.1'],
  [1, 'unknown', '192.0.2.1'],
  [1, '_hidden', '192.0.2.1'],
  [2, '203.0.113.1:99, 198.51.100.1:98', '203.0.113.1'],
])('S39: clientAddress behind %i proxies that wrote "%s" is %s', async (proxies, forwarded, address) => {
  const answer = await appBehind(proxies).request(
    '/',
    { headers: { 'X-Forwarded-For': forwarded } },
    { incoming: { socket: { remoteAddress: '192.0.2.1' } } },
  );
  expect(await answer.text()).toBe(address);
});

test('S39: addresses that no trusted proxy wrote are said to be ignored, once an hour', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const app = appBehind(0);
  const ask = () => app.request('/', { headers: { 'X-Forwarded-For': '203.0.113.1' } });
  const told = () => service.logged().split('no proxy is trusted').length;
  const before = told();
  const warnings = () => told() - before;
  await app.request('/');
  expect(warnings()).toBe(0);
  for (let count = 0; count < 3; count += 1) await ask();
  expect(warnings()).toBe(1);
  vi.advanceTimersByTime(3_600_000);
  await ask();
  expect(warnings()).toBe(2);
  vi.useRealTimers();
});
