import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { recordCode } from '../../test-kit/test-conformance.ts';
import { type RunningServer, startServer } from './node-server.ts';

let server: RunningServer | undefined;
afterEach(() => server?.stop());

async function start(fetch: (request: Request) => Response | Promise<Response>) {
  server = await startServer(fetch, { host: '127.0.0.1', port: 0, baseUrl: 'http://127.0.0.1:4000' });
  return server;
}

async function exchange(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.end(bytes);
  return text(socket);
}

test('startServer answers over HTTP', async () => {
  const { port } = await start(() => new Response('hello'));
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('hello');
});

test('startServer closes a connection that nobody has used without a word', {
  tags: 'prove',
  timeout: 30_000,
}, async () => {
  const { port } = await start(() => new Response('hello'));
  const silent = connect(port, '127.0.0.1');
  const heard = await text(silent).catch(({ code }) => code);
  expect(['', 'ECONNRESET']).toContain(heard);
});

test('startServer tells of what it could not read', async () => {
  const told: unknown[] = [];
  server = await startServer(() => new Response('hello'), {
    host: '127.0.0.1',
    port: 0,
    baseUrl: 'http://127.0.0.1:4000',
    onUnreadable: ({ status, code }) => told.push([status, code]),
  });
  await exchange(server.port, 'nonsense\r\n\r\n');
  expect(told).toEqual([[400, 'body_malformed']]);
});

test.each([
  ['GET /readyz HTTP/1.0', 200],
  ['HEAD /healthz HTTP/1.0', 200],
  ['GET /readyz HTTP/1.1', 400],
  ['GET /readyz/../wallet HTTP/1.0', 400],
  ['GET /wallet HTTP/1.0', 400],
  ['POST /readyz HTTP/1.0', 400],
])(
  'startServer answers a balancer that names no host only where it asks for health: %s',
  async (line, status) => {
    const { port } = await start((request) => new Response(new URL(request.url).pathname));
    expect(await exchange(port, `${line}\r\n\r\n`)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  },
);

test('startServer ignores an expectation it does not know', async () => {
  const { port } = await start(async (request) => Response.json({ heard: await request.text() }));
  const answer = await exchange(
    port,
    'POST / HTTP/1.1\r\nHost: x\r\nExpect: x\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(answer).toContain('{"heard":"hi"}');
});

test.each([
  [
    'headers beyond 16 KB',
    `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(17_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['no HTTP', 'nonsense\r\n\r\n', 400, 'body_malformed'],
  [
    'two lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
    'body_malformed',
  ],
  [
    'a length and a chunked body in another case',
    'POST / HTTP/1.1\r\nHost: x\r\ntransfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n',
    400,
    'body_malformed',
  ],
  [
    'two different lengths',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
    400,
    'body_malformed',
  ],
  [
    'a chunked body that is also something else',
    'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    400,
    'body_malformed',
  ],
  ['a blank before the colon', 'GET / HTTP/1.1\r\nHost: x\r\nA : b\r\n\r\n', 400, 'body_malformed'],
  ['a bare carriage return', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\rC: d\r\n\r\n', 400, 'body_malformed'],
  ['a NUL in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n', 400, 'body_malformed'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400, 'body_malformed'],
  ['no host', 'GET / HTTP/1.1\r\nA: b\r\n\r\n', 400, 'body_malformed'],
  ['a host that is none', 'GET / HTTP/1.1\r\nHost: x/y@z\r\n\r\n', 400, 'body_malformed'],
  [
    'an address beyond 16 KB',
    `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n', 400, 'body_malformed'],
  ['a bare line feed', 'GET / HTTP/1.1\nHost: x\n\n', 400, 'body_malformed'],
])('startServer refuses %s in the shape of every error', async (_what, bytes, status, code) => {
  let reached = false;
  const { port } = await start(() => {
    reached = true;
    return new Response();
  });
  const answer = await exchange(port, bytes);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(head).toMatch(/Request-Id: [0-9a-f-]{36}/i);
  expect(JSON.parse(body)).toMatchObject({ status: 'ERROR', error: { code } });
  recordCode(JSON.parse(body));
  expect(reached).toBe(false);
});

const ASK = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** Asks again after each pause on one connection, and returns how many answers came. */
async function askAgain(port: number, pauses: readonly number[]): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket
    .on('error', () => {})
    .on('data', (bytes) => {
      heard += bytes;
    });
  const answers = () => heard.split('HTTP/1.1 200 OK').length - 1;
  for (const [asked, milliseconds] of [0, ...pauses].entries()) {
    await pause(milliseconds);
    socket.write(ASK);
    const isAnswered = () => answers() > asked || socket.destroyed || socket.readableEnded;
    while (!isAnswered()) await pause(2);
  }
  socket.destroy();
  return answers();
}

test('startServer closes idle connections later than it announces', async () => {
  const { port } = await start(() => new Response('hello'));
  const answer = await exchange(port, ASK);
  expect(answer).toContain('\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\n');
  await server?.stop();
  server = await startServer(() => new Response('hello'), {
    host: '127.0.0.1',
    port: 0,
    baseUrl: 'http://127.0.0.1:4000',
    idleSeconds: 1,
  });
  const { port: hasty } = server;
  expect(await exchange(hasty, ASK)).toContain('\r\nKeep-Alive: timeout=1\r\n');
  // From well before the second that is announced to just beyond it.
  const edges = Array.from({ length: 40 }, (_, place) => 900 + place * 4);
  const clients = edges.map((milliseconds) => askAgain(hasty, [milliseconds, milliseconds]));
  expect(await Promise.all(clients)).toEqual(edges.map(() => 3));
});

test('startServer takes what comes on a connection after as long as proxies keep it', {
  tags: 'prove',
  timeout: 90_000,
}, async () => {
  const { port } = await start(() => new Response('hello'));
  const pauses = [5_000, 6_000, 7_000, 59_900, 60_000];
  expect(await Promise.all(pauses.map((milliseconds) => askAgain(port, [milliseconds])))).toEqual(
    pauses.map(() => 2),
  );
});

test('S78: startServer closes idle connections early where they are too many, and none that is in use', async () => {
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  server = await startServer(
    async (request) => {
      if (request.url.endsWith('/held')) await held;
      return new Response('hello');
    },
    { host: '127.0.0.1', port: 0, baseUrl: 'http://127.0.0.1:4000', maxConnections: 10 },
  );
  const { port } = server;
  const use = connect(port, '127.0.0.1');
  use.write(ASK.replace('/', '/held'));
  const idle = Array.from({ length: 9 }, () =>
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .resume(),
  );
  for (const socket of idle) socket.write(ASK);
  await expect.poll(() => idle.every(({ bytesRead }) => bytesRead > 0)).toBe(true);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('hello');
  await expect.poll(() => idle.every(({ destroyed }) => destroyed)).toBe(true);
  finish();
  const [answer] = await once(use, 'data');
  expect(String(answer)).toContain('200 OK');
  use.destroy();
});

test('startServer says nothing of keeping a connection that ends with its answer', async () => {
  const { port } = await start(() => new Response('hello', { headers: { Connection: 'close' } }));
  const answer = await exchange(port, ASK);
  expect(answer).toMatch(/\r\nConnection: close\r\n/i);
  expect(answer).not.toContain('Keep-Alive');
});

test('stop lets a request under way finish, and closes its connection', async () => {
  let reached = () => {};
  const arrived = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const running = await start(async () => {
    reached();
    await pause(200);
    return new Response('finished');
  });
  const answer = fetch(`http://127.0.0.1:${running.port}/`);
  await arrived;
  const started = performance.now();
  const stopped = running.stop();
  expect(await (await answer).text()).toBe('finished');
  await stopped;
  expect(performance.now() - started).toBeLessThan(2000);
  server = undefined;
});

test('stop lets clients hear a refusal before it closes to them', async () => {
  let isStopping = false;
  const running = await start(() =>
    isStopping ? new Response('', { status: 503, headers: { Connection: 'close' } }) : new Response(),
  );
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = () =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ port: running.port, host: '127.0.0.1', agent }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode));
      }).once('error', reject);
    });
  expect(await send()).toBe(200);
  isStopping = true;
  const stopped = running.stop();
  await pause(100);
  expect(await send()).toBe(503);
  await stopped;
  await expect(send()).rejects.toThrow('ECONNREFUSED');
  agent.destroy();
  server = undefined;
});

test('stop hears who comes back on another connection, until nobody has come for half a second', async () => {
  const running = await start(() => new Response('', { status: 503, headers: { Connection: 'close' } }));
  const send = async () => (await fetch(`http://127.0.0.1:${running.port}/`)).status;
  const waiting = connect(running.port, '127.0.0.1');
  await once(waiting, 'connect');
  const stopped = running.stop();
  waiting.destroy();
  for (const _ of [1, 2, 3]) {
    await pause(300);
    expect(await send()).toBe(503);
  }
  await stopped;
  await expect(send()).rejects.toThrow();
  server = undefined;
});

test('stop cuts a connection that never ends, after some seconds', {
  tags: 'prove',
  timeout: 10_000,
}, async () => {
  const running = await start(() => new Response());
  const socket = connect(running.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n');
  await pause(50);
  socket.on('error', () => {});
  const started = performance.now();
  await running.stop();
  expect(performance.now() - started).toBeLessThan(5000);
  server = undefined;
});
