import { getEventListeners, once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, isIP, type Server } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { EgressRules } from '../../base/egress.ts';
import { postToMerchant } from './post-to-merchant.ts';

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
const PUBLIC: EgressRules = { profile: 'public', ownPorts: [] };
const send = (url: string, rules = SANDBOX, signal = new AbortController().signal) =>
  postToMerchant(url, { rules, signal, headers: { 'Content-Length': '2' }, body: '{}' });

type Resolving = { readonly rules: EgressRules; readonly answers: readonly (readonly string[])[] };

/** Sends while the name resolves to one answer after the other; also says how often it was asked for. */
async function sendResolved(url: string, { rules, answers }: Resolving) {
  let lookups = 0;
  const lookup = async () => {
    const addresses = answers[lookups] ?? [];
    lookups += 1;
    return addresses.map((address) => ({ address, family: isIP(address) }));
  };
  const answer = await send(url, { ...rules, lookup });
  return { answer, lookups };
}

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
  const own: EgressRules = { profile: 'sandbox', ownPorts: [port] };
  const forbidden: [url: string, rules: EgressRules, addresses: string[]][] = [
    [`http://shop.example:${port}/`, own, ['127.0.0.1']],
    ['http://shop.example/', SANDBOX, ['169.254.169.254']],
    [`https://shop.example:${port}/`, PUBLIC, ['127.0.0.1']],
    [`https://shop.example:${port}/`, PUBLIC, ['::1']],
    // One of several is enough: any of them may be connected to.
    [`https://shop.example:${port}/`, PUBLIC, ['8.8.8.8', '127.0.0.1']],
    [`https://shop.example:${port}/`, PUBLIC, ['2606:4700::1111', '::ffff:10.0.0.1']],
  ];
  for (const [url, rules, addresses] of forbidden) {
    const sent = await sendResolved(url, { rules, answers: [addresses] });
    expect(sent).toEqual({ answer: { failure: 'address_forbidden' }, lookups: 1 });
  }
  expect(connections).toBe(0);
});

test('post connects to the very address it checked, whatever the name resolves to later', async () => {
  const port = await serve('HTTP/1.1 204 No Content\r\n\r\n');
  const answers = [['127.0.0.1'], ['169.254.169.254']];
  const sent = await sendResolved(`http://shop.example:${port}/`, { rules: SANDBOX, answers });
  expect(sent).toMatchObject({ answer: { status: 204 }, lookups: 1 });
});

test('post says what stood in the way of an answer', async () => {
  expect(await send('http://name.invalid/')).toEqual({ failure: 'name_unresolved' });
  const port = await serve('');
  expect(await send(`http://127.0.0.1:${port}/`)).toEqual({ failure: 'connection_failed' });
  server?.close();
  expect(await send(`http://127.0.0.1:${port}/`)).toEqual({ failure: 'connection_failed' });
  const broken = await serve('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n');
  expect(await send(`http://127.0.0.1:${broken}/`)).toEqual({ failure: 'connection_failed' });
  server?.close();
  const strange = await serve('220 mail.example ESMTP\r\n');
  expect(await send(`http://127.0.0.1:${strange}/`)).toEqual({ failure: 'answer_broken' });
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

test('post leaves nothing on a signal that many attempts share, and Node has nothing to warn of', async () => {
  const warned = vi.fn();
  process.on('warning', warned);
  const port = await serve('HTTP/1.1 204 No Content\r\n\r\n');
  const { signal } = new AbortController();
  const sent = Array.from({ length: 20 }, () => send(`http://127.0.0.1:${port}/`, SANDBOX, signal));
  expect(getEventListeners(signal, 'abort')).toHaveLength(20);
  await Promise.all(sent);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(warned).not.toHaveBeenCalled();
  process.off('warning', warned);
});

test('post reads no more of an endless answer than it must', async () => {
  const port = await serve(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(1_000_000)}`);
  const answer = await send(`http://127.0.0.1:${port}/`);
  expect(answer).toMatchObject({ status: 200 });
  expect('start' in answer && answer.start).toHaveLength(2048);
});

test('S40: post reaches no metadata service by a name, with or without a dot at its end', async () => {
  const named = ['169.254.169.254', 'fd20:ce::254', 'fd00:ec2::23', '168.63.129.16', 'fe80::a9fe:a9fe%eth0'];
  for (const host of ['metadata.google.internal', 'metadata.google.internal.', 'shop.example']) {
    for (const address of named) {
      const sent = await sendResolved(`http://${host}/`, {
        rules: SANDBOX,
        answers: [[address]],
      });
      expect(sent).toEqual({ answer: { failure: 'address_forbidden' }, lookups: 1 });
    }
  }
});
