import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { askOverHttp, type HttpOutcome } from './http-question.ts';

const open: { server: Server; sockets: Set<Socket> }[] = [];

afterEach(async () => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  }
});

/** A peer that does to each connection what it is told once the head of a question has come. */
async function peer(onQuestion: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  let questions = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      questions += 1;
      onQuestion(socket);
    });
  });
  open.push({ server, sockets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/payments`, questions: () => questions };
}

function ask(
  url: string,
  options: { timeoutMs?: number; signal?: AbortSignal; maxAnswerBytes?: number } = {},
) {
  const { timeoutMs = 2_000, signal = new AbortController().signal, maxAnswerBytes = 1_000 } = options;
  return askOverHttp(
    { url, method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"amount":1}' },
    { call: { signal, fetch: (to, init) => fetch(to, init), now: new Date() }, timeoutMs, maxAnswerBytes },
  );
}

const answer = (head: string, body = '') =>
  `HTTP/1.1 ${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe('askOverHttp', () => {
  it('reads the answer, whatever its status says', async () => {
    for (const status of [200, 201, 402, 422, 500]) {
      const { url } = await peer((socket) => socket.end(answer(`${status} Such`, '{"a":1}')));
      expect(await ask(url)).toMatchObject({ kind: 'answered', status, text: '{"a":1}' });
    }
  });

  it('follows no redirect', async () => {
    const { url, questions } = await peer((socket) =>
      socket.end(answer('307 Elsewhere\r\nLocation: /other')),
    );
    expect(await ask(url)).toMatchObject({ kind: 'answered', status: 307 });
    expect(questions()).toBe(1);
  });

  const afterSending: [string, (socket: Socket) => void, string | RegExp][] = [
    ['is closed without an answer', (socket) => socket.end(), /UND_ERR_SOCKET|connection_failed/],
    ['is reset', (socket) => socket.resetAndDestroy(), /ECONNRESET|UND_ERR_SOCKET/],
    [
      'ends within the body',
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"a"'),
      /UND_ERR|connection_failed|terminated/,
    ],
    ['carries no HTTP', (socket) => socket.end('HELLO\r\n\r\n'), /HPE_/],
    [
      'sends a body without end',
      (socket) => socket.write(answer('200 OK', 'x'.repeat(5_000))),
      'answer_too_large',
    ],
    ['never answers', () => undefined, 'timeout'],
    [
      'stops within the body',
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{'),
      'timeout',
    ],
    ['stops within the head', (socket) => socket.write('HTTP/1.1 200 OK\r\nX-A'), 'timeout'],
  ];
  it.each(afterSending)(
    'does not know what became of a question whose connection %s',
    async (_, act, reason) => {
      const { url, questions } = await peer(act);
      const outcome = await ask(url, { timeoutMs: 150 });
      expect(outcome.kind).toBe('unknown');
      expect(outcome).toHaveProperty('reason', expect.stringMatching(reason));
      expect(questions()).toBe(1);
    },
  );

  it('knows that a refused connection carried nothing', async () => {
    const { url } = await peer(() => undefined);
    const [closed] = open.splice(0);
    closed?.server.close();
    if (closed) await once(closed.server, 'close');
    expect(await ask(url)).toEqual({ kind: 'notSent', reason: 'ECONNREFUSED' });
  });

  const failures: [string, object, 'notSent' | 'unknown'][] = [
    ['a host that is unreachable', { code: 'EHOSTUNREACH', syscall: 'connect' }, 'notSent'],
    ['a host that becomes unreachable', { code: 'EHOSTUNREACH', syscall: 'read' }, 'unknown'],
    ['addresses that all refuse', { code: 'ECONNREFUSED', errors: [{ syscall: 'connect' }] }, 'notSent'],
    [
      'addresses of which one broke later',
      { errors: [{ syscall: 'connect' }, { syscall: 'read' }] },
      'unknown',
    ],
    ['a foreign certificate', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'notSent'],
    ['an error that nobody knows', { code: 'ERR_NEW' }, 'unknown'],
    ['an error without a code', {}, 'unknown'],
  ];
  it.each(failures)('tells %s by what failed', async (_what, cause, kind) => {
    const failing = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const outcome = await askOverHttp(
      { url: 'http://acquirer.invalid/', method: 'GET', headers: {} },
      { call: { signal: new AbortController().signal, fetch: failing, now: new Date() }, timeoutMs: 500 },
    );
    expect(outcome.kind).toBe(kind);
  });

  it('knows that an unknown name carried nothing', async () => {
    const outcome = await ask('http://acquirer.invalid/payments');
    expect(outcome).toMatchObject({ kind: 'notSent' });
  });

  it('sends nothing once nobody waits, and nothing that is too large', async () => {
    const { url, questions } = await peer((socket) => socket.end(answer('200 OK')));
    expect(await ask(url, { signal: AbortSignal.abort() })).toEqual({ kind: 'notSent', reason: 'aborted' });
    const large = await askOverHttp(
      { url, method: 'POST', headers: {}, body: 'x'.repeat(70_000) },
      {
        call: { signal: new AbortController().signal, fetch: (to, init) => fetch(to, init), now: new Date() },
        timeoutMs: 500,
      },
    );
    expect(large).toEqual({ kind: 'notSent', reason: 'question_too_large' });
    expect(questions()).toBe(0);
  });

  it('does not know what became of a question that was given up', async () => {
    const controller = new AbortController();
    const { url } = await peer(() => controller.abort());
    expect(await ask(url, { signal: controller.signal })).toEqual({ kind: 'unknown', reason: 'aborted' });
  });

  it('ends in time where `fetch` heeds no signal', async () => {
    const outcome = await askOverHttp(
      { url: 'http://acquirer.invalid/', method: 'GET', headers: {} },
      {
        call: {
          signal: new AbortController().signal,
          fetch: () => new Promise(() => undefined),
          now: new Date(),
        },
        timeoutMs: 30,
      },
    );
    expect(outcome).toEqual({ kind: 'unknown', reason: 'timeout' } satisfies HttpOutcome);
  });
});
