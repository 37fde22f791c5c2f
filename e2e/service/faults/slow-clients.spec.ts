import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { residentBytes } from '../../support/stack/admin-client.ts';
import { send, start } from './merchant.ts';
import { type Services, startServices } from './stores.ts';

const SOCKETS = 500;
/** Headers must come within 10 s, which is looked at every 2 s; the rest is for a busy machine. */
const CUT_WITHIN_MS = 20_000;
const GIGABYTE = 1024 ** 3;
const MAX_GROWTH = 2 * 1024 ** 2;

let services: Services;
let url: URL;
let inspectorUrl: string;
let cutOff: Promise<{ readonly answer: string; readonly isCut: boolean }>;
test.beforeAll(async () => {
  services = await startServices('embedded');
  url = new URL(services.processes[0]?.url ?? '');
  inspectorUrl = services.processes[0]?.inspectorUrl ?? '';
  // Its ten seconds pass while the others are tried.
  cutOff = keepBackHeaders();
});
test.afterAll(() => services.stop());

async function open(): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

const half = {
  'half its headers': `POST /wallet/api/v1/billing HTTP/1.1\r\nHost: localhost\r\nX-Slow: `,
  'half its body':
    'POST /wallet/api/v1/billing HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\na=',
};

for (const [what, bytes] of Object.entries(half)) {
  test(`S22: a client is served while ${SOCKETS} others each withhold ${what}`, {
    tag: '@prove',
  }, async () => {
    test.setTimeout(120_000);
    const sockets = await Promise.all(Array.from({ length: SOCKETS }, open));
    for (const socket of sockets) socket.write(bytes);
    const drip = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write('a');
    }, 1000);
    for (let sale = 0; sale < 20; sale += 1) {
      expect((await send(url.origin, start('SALE', '12.34'))).status).toBe(200);
    }
    clearInterval(drip);
    for (const socket of sockets) socket.destroy();
  });
}

test('S22: a body of a gigabyte costs no memory', { tag: '@prove' }, async () => {
  test.setTimeout(120_000);
  // What the first bodies cost stays: buffers and compiled code.
  for (let round = 0; round < 4; round += 1) await growthByBodies();
  // The machine's own noise is in some rounds, a body that is kept would be in each.
  const growths: number[] = [];
  for (let round = 0; round < 4; round += 1) growths.push(await growthByBodies());
  expect(Math.min(...growths)).toBeLessThan(MAX_GROWTH);
});

test('S22: a client that does not end its headers gets an answer and is cut off', {
  tag: '@prove',
}, async () => {
  test.setTimeout(60_000);
  const { answer, isCut } = await cutOff;
  expect(isCut).toBe(true);
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"body_malformed"/s);
});

async function keepBackHeaders() {
  const socket = await open();
  socket.write(half['half its headers']);
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  const isCut = await Promise.race([
    once(socket, 'end').then(() => true),
    delay(CUT_WITHIN_MS, false, { ref: false }),
  ]);
  return { answer, isCut };
}

/** What five bodies of a gigabyte, sent at once, leave behind in the service, in bytes. */
async function growthByBodies(): Promise<number> {
  const before = await residentBytes(inspectorUrl);
  for (const { answer, sent } of await Promise.all(Array.from({ length: 5 }, sendGigabyte))) {
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*"code":"body_too_large"/s);
    expect(sent).toBeLessThan(GIGABYTE);
  }
  return (await residentBytes(inspectorUrl)) - before;
}

/** In chunks of 64 kB, as far as the service lets it come. */
async function sendGigabyte() {
  const socket = await open();
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  // `once` of node:events would throw what the service's cut is to this socket.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
  let sent = 0;
  socket.write(
    'POST /wallet/api/v1/billing HTTP/1.1\r\nHost: localhost\r\nsecretKey: sk_sandbox_demo\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  while (sent < GIGABYTE && socket.writable) {
    sent += 0x10000;
    if (!socket.write(chunk))
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
  await closed;
  return { answer, sent };
}
