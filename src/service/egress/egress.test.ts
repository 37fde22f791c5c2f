import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { post } from './egress.ts';
import type { EgressRules } from './egress-rules.ts';

let server: Server | undefined;
afterEach(() => {
  vi.useRealTimers();
  server?.close();
  server = undefined;
});

/** Answers every connection with these bytes. */
async function serve(answer: string): Promise<number> {
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => (answer === '' ? socket.destroy() : socket.end(answer)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return port;
}

const SANDBOX: EgressRules = { profile: 'sandbox', ownPorts: [] };
const send = (url: string, rules = SANDBOX, signal = new AbortController().signal) =>
  post(url, { rules, signal, headers: { 'Content-Length': '2' }, body: '{}' });

test('post connects to what a name resolves to, once it is allowed', async () => {
  const port = await serve('HTTP/1.1 204 No Content\r\nRetry-After: 7\r\n\r\n');
  expect(await send(`http://localhost:${port}/`)).toMatchObject({ status: 204, retryAfter: '7' });
});

test('post refuses a name that resolves to a forbidden address, without connecting', async () => {
  const port = await serve('HTTP/1.1 200 OK\r\n\r\n');
  let connections = 0;
  server?.on('connection', () => {
    connections += 1;
  });
  const own = { profile: 'sandbox', ownPorts: [port] } as const;
  expect(await send(`http://localhost:${port}/`, own)).toEqual({ failure: 'address_forbidden' });
  const open = { profile: 'public', ownPorts: [] } as const;
  expect(await send(`https://localhost:${port}/`, open)).toEqual({ failure: 'address_forbidden' });
  expect(connections).toBe(0);
});

test('post says what stood in the way of an answer', async () => {
  expect(await send('http://name.invalid/')).toEqual({ failure: 'name_unresolved' });
  const port = await serve('');
  expect(await send(`http://127.0.0.1:${port}/`)).toEqual({ failure: 'connection_failed' });
  server?.close();
  expect(await send(`http://127.0.0.1:${port}/`)).toEqual({ failure: 'connection_failed' });
  const broken = await serve('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf');
  expect(await send(`http://127.0.0.1:${broken}/`)).toEqual({ failure: 'answer_broken' });
});

/** Takes connections and says nothing; resolves when the first has asked. */
async function serveSilence(): Promise<{ port: number; asked: Promise<unknown> }> {
  const silent = createServer((socket) => socket.on('error', () => {}));
  server = silent;
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  return { port, asked: once(silent, 'connection').then(([socket]) => once(socket, 'data')) };
}

test('post waits 15 s for an answer, no less and no longer', async () => {
  const { port, asked } = await serveSilence();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let answer: unknown;
  const sending = send(`http://127.0.0.1:${port}/`).then((given) => {
    answer = given;
  });
  await asked;
  vi.advanceTimersByTime(14_999);
  await new Promise(setImmediate);
  expect(answer).toBe(undefined);
  vi.advanceTimersByTime(1);
  await sending;
  expect(answer).toEqual({ failure: 'timeout' });
});

test('post waits 5 s for a connection', async () => {
  const { port } = await serveSilence();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const sending = send(`http://127.0.0.1:${port}/`);
  vi.advanceTimersByTime(5_000);
  expect(await sending).toEqual({ failure: 'connect_timeout' });
});

test('post ends when it is given up, while it waits and before it began', async () => {
  const { port, asked } = await serveSilence();
  const url = `http://127.0.0.1:${port}/`;
  const givingUp = new AbortController();
  const sending = send(url, SANDBOX, givingUp.signal);
  await asked;
  givingUp.abort();
  expect(await sending).toEqual({ failure: 'timeout' });
  expect(await send(url, SANDBOX, givingUp.signal)).toEqual({ failure: 'timeout' });
});

test('post reads no more of an endless answer than it must', async () => {
  const port = await serve(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(1_000_000)}`);
  const answer = await send(`http://127.0.0.1:${port}/`);
  expect(answer).toMatchObject({ status: 200 });
  expect('start' in answer && answer.start).toHaveLength(2048);
});
