import { getEventListeners, once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { postToMerchant } from './post-to-merchant.ts';

const ATTEMPT_MS = 400;
/** A busy machine may look at its timers late. */
const LATE_MS = 1_500;
const DRIP_MS = 10;
const BLOCK_BYTES = 64 * 1024;
const CRLF = '\r\n';
const HEAD = `HTTP/1.1 200 OK${CRLF}`;
const CHUNKED = `${HEAD}Transfer-Encoding: chunked${CRLF}${CRLF}`;
const NORMAL = `${HEAD}Content-Length: 5${CRLF}${CRLF}hello`;

type Peer = (socket: Socket) => unknown;

let server: Server | undefined;
let sockets: Set<Socket>;
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server?.close();
  server = undefined;
});

async function serve(peer: Peer): Promise<number> {
  sockets = new Set();
  const listening = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    peer(socket);
  });
  server = listening;
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return port;
}

/** Once the request has come, and until the connection ends, whatever is asked. */
const answersWith = (answer: string): Peer => {
  return (socket) => socket.once('data', () => socket.write(answer));
};
const thenEnding = (answer: string): Peer => {
  return (socket) => socket.once('data', () => socket.end(answer));
};
const thenResetting = (answer: string): Peer => {
  return (socket) => socket.once('data', () => socket.write(answer, () => socket.resetAndDestroy()));
};

/** As fast as they are taken. */
const flood = (head: string, more: string): Peer => {
  const block = more.repeat(Math.ceil(BLOCK_BYTES / more.length));
  return (socket) => {
    const write = () => {
      while (socket.writable && socket.write(block));
    };
    socket.once('data', () => socket.write(head, write));
    socket.on('drain', write);
  };
};

/** A little at a time. */
const drip = (head: string, more: string): Peer => {
  return (socket) => {
    socket.resume();
    socket.write(head);
    const dripping = setInterval(() => socket.writable && socket.write(more), DRIP_MS);
    socket.once('close', () => clearInterval(dripping));
  };
};

const silent: Peer = (socket) => socket.resume();
const taken = { status: 200 };
const brokenAnswer = { failure: 'answer_broken' };
const unanswered = { failure: 'connection_failed' };
const late = { failure: 'timeout' };
const UPGRADE = `HTTP/1.1 101 Switching Protocols${CRLF}Connection: Upgrade${CRLF}Upgrade: websocket${CRLF}${CRLF}`;
const TLS_ALERT = '\x15\x03\x03\x00\x02\x02\x28';
const TLS_HELLO_TO_COME = '\x16\x03\x03\x40\x00';

const PEERS: readonly (readonly [what: string, peer: Peer, answer: object])[] = [
  ['it upgrades the connection', answersWith(UPGRADE), brokenAnswer],
  ['it upgrades the connection and goes on', flood(UPGRADE, 'x'.repeat(1024)), brokenAnswer],
  ['it upgrades to what nobody knows', answersWith(UPGRADE.replace('websocket', 'x/1, y')), brokenAnswer],
  ['it switches without saying to what', answersWith(`HTTP/1.1 101 Switching${CRLF}${CRLF}`), brokenAnswer],
  [
    'it offers an upgrade with its answer',
    answersWith(`${HEAD}Connection: Upgrade${CRLF}Upgrade: h2c${CRLF}Content-Length: 0${CRLF}${CRLF}`),
    taken,
  ],
  ['it says 100 without end', flood('', `HTTP/1.1 100 Continue${CRLF}${CRLF}`), brokenAnswer],
  [
    'it says 103 without end',
    flood('', `HTTP/1.1 103 Early Hints${CRLF}Link: <a>${CRLF}${CRLF}`),
    brokenAnswer,
  ],
  [
    'it says 102, 100 and 103 before its answer',
    answersWith(
      `HTTP/1.1 102 Processing${CRLF}${CRLF}HTTP/1.1 100 Continue${CRLF}${CRLF}HTTP/1.1 103 Early Hints${CRLF}${CRLF}${NORMAL}`,
    ),
    taken,
  ],
  ['it says 100 now and then', drip('', `HTTP/1.1 100 Continue${CRLF}${CRLF}`), late],
  ['it says 100 and nothing more', answersWith(`HTTP/1.1 100 Continue${CRLF}${CRLF}`), late],
  ['its headers have no end', flood(HEAD, `X-A: ${'a'.repeat(100)}${CRLF}`), brokenAnswer],
  ['its headers come one by one', drip(HEAD, `X-A: a${CRLF}`), late],
  ['one header has no end', drip(`${HEAD}X-A: `, 'a'), late],
  ['its status line has no end', flood('HTTP/1.1 200 ', 'OK'), brokenAnswer],
  ['its status line comes letter by letter', drip('HTTP/1.1 200 O', 'O'), late],
  ['its body has no end', flood(`${HEAD}${CRLF}`, 'x'.repeat(1024)), taken],
  [
    'its body of 204 has no end',
    flood(`HTTP/1.1 204 No Content${CRLF}${CRLF}`, 'x'.repeat(1024)),
    { status: 204 },
  ],
  ['its chunks have no end', flood(CHUNKED, `5${CRLF}hello${CRLF}`), taken],
  ['its trailers have no end', flood(`${CHUNKED}0${CRLF}`, `X-A: a${CRLF}`), taken],
  ['its body comes letter by letter', drip(`${HEAD}Content-Length: 9000${CRLF}${CRLF}`, 'x'), taken],
  ['its chunks come one by one', drip(CHUNKED, `1${CRLF}x${CRLF}`), taken],
  ['its body does not come', answersWith(`${HEAD}Content-Length: 5${CRLF}${CRLF}`), taken],
  ['its body stays half', answersWith(`${HEAD}Content-Length: 5${CRLF}${CRLF}he`), taken],
  ['its body is cut', thenEnding(`${HEAD}Content-Length: 5${CRLF}${CRLF}he`), taken],
  ['its chunk is cut', thenEnding(`${CHUNKED}5${CRLF}he`), taken],
  ['its chunk is none', answersWith(`${CHUNKED}zz${CRLF}`), taken],
  ['its last chunk does not come', thenEnding(`${CHUNKED}5${CRLF}hello${CRLF}`), taken],
  ['its body is empty', answersWith(`${HEAD}Content-Length: 0${CRLF}${CRLF}`), taken],
  ['it has neither length nor body', thenEnding(`${HEAD}${CRLF}`), taken],
  ['it answers twice', answersWith(NORMAL + NORMAL.replace('200', '500')), taken],
  [
    'it keeps the connection open',
    answersWith(`${HEAD}Connection: keep-alive${CRLF}Content-Length: 0${CRLF}${CRLF}`),
    taken,
  ],
  ['it answers before it has read', (socket) => socket.write(NORMAL), taken],
  ['it never reads', (socket) => socket.pause(), late],
  ['it never answers', silent, late],
  ['it closes its half at once and reads on', (socket) => socket.resume().end(), unanswered],
  ['it closes its half after its answer', thenEnding(NORMAL), taken],
  ['it closes at once', (socket) => socket.destroy(), unanswered],
  ['it resets at once', (socket) => socket.resetAndDestroy(), unanswered],
  ['it speaks no HTTP', answersWith(`220 mail.example ESMTP${CRLF}`), brokenAnswer],
  ['it speaks another version', answersWith(`HTTP/7.3 200 OK${CRLF}${CRLF}`), brokenAnswer],
  ['it speaks ones and zeros', flood('', '\0\xff\x16\x03'), brokenAnswer],
  ['its status is none', answersWith(`HTTP/1.1 OK${CRLF}${CRLF}`), brokenAnswer],
  ['its status has no words', answersWith(`HTTP/1.1 204${CRLF}${CRLF}`), { status: 204 }],
  [
    'it has two lengths',
    answersWith(`${HEAD}Content-Length: 5${CRLF}Content-Length: 6${CRLF}${CRLF}`),
    brokenAnswer,
  ],
  [
    'it sends an echo of the request',
    (socket) => socket.on('data', (bytes) => socket.write(bytes)),
    brokenAnswer,
  ],
];

async function attempt(url: string) {
  const { signal } = new AbortController();
  const began = performance.now();
  const answer = await postToMerchant(url, {
    rules: { profile: 'sandbox', ownPorts: [] },
    signal,
    attemptMs: ATTEMPT_MS,
    headers: { 'Content-Length': '60000' },
    body: 'x'.repeat(60_000),
  });
  const milliseconds = performance.now() - began;
  expect(milliseconds).toBeLessThan(ATTEMPT_MS + LATE_MS);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  return answer;
}

/** Nothing is left at either side. */
async function expectNoneOpen() {
  const own = () => process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap');
  for (const socket of sockets) socket.resume();
  await expect
    .poll(() => [...sockets].filter((socket) => !socket.destroyed && !socket.readableEnded), { interval: 5 })
    .toEqual([]);
  for (const socket of sockets) socket.destroy();
  await expect.poll(own, { interval: 5 }).toEqual([]);
}

test.each(PEERS)(
  'S79: an attempt ends in its time whatever a receiver does: %s',
  async (_what, peer, wanted) => {
    const port = await serve(peer);
    expect(await attempt(`http://127.0.0.1:${port}/`)).toMatchObject(wanted);
    await expectNoneOpen();
  },
);

test.each([
  ['says nothing', silent, late],
  ['begins its greeting and says no more', answersWith(TLS_HELLO_TO_COME), late],
  ['greets letter by letter', drip(TLS_HELLO_TO_COME, 'x'), late],
  ['refuses', answersWith(TLS_ALERT), unanswered],
  ['answers in clear', answersWith(NORMAL), unanswered],
  ['resets', (socket: Socket) => socket.resetAndDestroy(), unanswered],
  ['closes its half', (socket: Socket) => socket.resume().end(), unanswered],
])('S79: an attempt ends in its time where a receiver of TLS %s', async (_what, peer, wanted) => {
  const port = await serve(peer);
  expect(await attempt(`https://127.0.0.1:${port}/`)).toEqual(wanted);
  await expectNoneOpen();
});

test.each([
  ['reset', thenResetting],
  ['closed', thenEnding],
])('S79: an attempt ends in its time where the answer is %s after any of its bytes', async (_how, ending) => {
  const whole = NORMAL.length;
  const head = NORMAL.indexOf('hello');
  for (let length = 1; length <= whole; length += 1) {
    const port = await serve(ending(NORMAL.slice(0, length)));
    const answer = await attempt(`http://127.0.0.1:${port}/`);
    if (length < head) expect(answer).toMatchObject({ failure: expect.any(String) });
    else expect(answer, `after ${length} bytes`).toMatchObject(taken);
    await expectNoneOpen();
    server?.close();
  }
});

test('S79: a status counts at once where its body is slow, and as much of it is kept as came', async () => {
  const port = await serve(drip(`HTTP/1.1 410 Gone${CRLF}Retry-After: 9${CRLF}${CRLF}`, 'x'));
  const answer = await postToMerchant(`http://127.0.0.1:${port}/`, {
    rules: { profile: 'sandbox', ownPorts: [] },
    signal: new AbortController().signal,
    headers: { 'Content-Length': '2' },
    body: '{}',
  });
  expect(answer).toMatchObject({ status: 410, retryAfter: '9' });
  expect('start' in answer && answer.start.byteLength).toBeGreaterThan(0);
  await expectNoneOpen();
});

test('S79: no lookup that never ends keeps an attempt, and nothing is sent once it comes after all', async () => {
  let connections = 0;
  const port = await serve(() => {
    connections += 1;
  });
  let found = (_addresses: { address: string; family: number }[]) => {};
  const lookup = () =>
    new Promise<{ address: string; family: number }[]>((resolve) => {
      found = resolve;
    });
  const answer = await postToMerchant(`http://shop.example:${port}/`, {
    rules: { profile: 'sandbox', ownPorts: [], lookup },
    signal: new AbortController().signal,
    attemptMs: ATTEMPT_MS,
    headers: { 'Content-Length': '2' },
    body: '{}',
  });
  expect(answer).toEqual(late);
  found([{ address: '127.0.0.1', family: 4 }]);
  await pause(50);
  expect(connections).toBe(0);
});
