import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { openTestService, type TestService } from '../../../test-kit/test-context.ts';
import { answerError } from '../answer-error.ts';
import type { AppContext, AppEnv } from '../app-env.ts';
import { clientNetwork } from '../client-address.ts';
import { readForm } from '../form-body.ts';
import { type RunningServer, startServer } from '../node-server.ts';
import { limitOpenRequests } from './open-requests.ts';
import type { MaxRequests } from './request-capacity.ts';
import { requestScope } from './request-scope.ts';

const LONG = 16_000_000;
const REFUSED = /^HTTP\/1\.1 503 .*\r\nconnection: close\r\n.*"code":"overloaded"/is;

let service: TestService;
let server: RunningServer;
let arrived: number;
let held: (() => void)[];
afterEach(async () => {
  await server.stop();
  await service.close();
});

async function start(max: MaxRequests) {
  service = await openTestService();
  arrived = 0;
  held = [];
  const app = new Hono<AppEnv>()
    .use(requestScope({ ...service.context, config: { ...service.context.config, trustedProxies: 1 } }))
    .use((_, next) => {
      arrived += 1;
      return next();
    })
    .use(limitOpenRequests(max))
    .use('/of/:caller/*', async (c, next) => {
      const token = c.req.query('token');
      const within = token === undefined ? undefined : { network: clientNetwork(c), token };
      await c.get('slot')?.belongTo(c.req.param('caller'), { within });
      await next();
    })
    .get('/quick', (c) => c.text('done'))
    .get('/long', (c) => c.text('x'.repeat(LONG)))
    .get('/of/:caller/long', (c) => c.text('x'.repeat(LONG)))
    .get('/works', work)
    .get('/of/:caller/works', work)
    .get('/of/:caller/waits', (c) => {
      c.get('slot')?.release();
      return work(c);
    })
    .get('/of/:caller', (c) => c.text('done'))
    .post('/of/:caller', answerForm)
    .post('/token', answerForm)
    .onError((error, c) => answerError(c, error));
  const {
    config: { baseUrl },
  } = service.context;
  server = await startServer(app.fetch, { port: 0, host: '127.0.0.1', baseUrl });
}

async function work(c: AppContext) {
  await new Promise<void>((resolve) => held.push(resolve));
  return c.text('done');
}

async function answerForm(c: AppContext) {
  const { values } = await readForm(c);
  return c.text(`read ${values.get('a')}`);
}

/** A number stands for an address beside those of other numbers. */
type Address = number | string;
const addressOf = (from: Address) => (typeof from === 'number' ? `192.0.2.${from}` : from);

async function ask(path: string, from: Address) {
  const headers = { 'X-Forwarded-For': addressOf(from) };
  return (await fetch(`http://127.0.0.1:${server.port}${path}`, { headers })).status;
}

/** Sends requests on one connection, and resolves once the last of them has arrived. */
async function send(lines: readonly string[], from: Address) {
  const socket = connect(server.port, '127.0.0.1');
  const headers = [
    'Host: x',
    `X-Forwarded-For: ${addressOf(from)}`,
    'Content-Type: application/x-www-form-urlencoded',
  ];
  const before = arrived;
  socket.write(lines.map((line) => [line, ...headers, '', ''].join('\r\n')).join(''));
  await expect.poll(() => arrived, { interval: 5 }).toBe(before + lines.length);
  return socket;
}

/** Sends all but the body. */
async function openPost(path: string, from: Address) {
  const socket = await send([`POST ${path} HTTP/1.1\r\nContent-Length: 3`], from);
  return { answer: text(socket), finish: () => socket.end('a=b') };
}

type OpenPost = Awaited<ReturnType<typeof openPost>>;

async function openPosts(path: string, networks: readonly Address[]) {
  const posts: OpenPost[] = [];
  for (const network of networks) posts.push(await openPost(path, network));
  return posts;
}

async function expectAnswers(posts: readonly OpenPost[]) {
  for (const { finish } of posts) finish();
  for (const { answer } of posts) expect(await answer).toContain('read b');
}

/** Nothing is counted that is over, and nothing was discounted twice. */
async function expectRoomFor(count: number) {
  for (const finish of held.splice(0)) finish();
  const works = Array.from({ length: count }, (_, place) => ask(`/of/caller-${place}/works`, place));
  await expect.poll(() => held.length).toBe(count);
  expect(await ask('/of/one-more', 99)).toBe(503);
  for (const finish of held.splice(0)) finish();
  expect(await Promise.all(works)).toEqual(works.map(() => 200));
  expect(await ask('/of/one-more', 99)).toBe(200);
}

test('S34: limitOpenRequests cuts the oldest that networks leave open without a key, and shuts nobody out', async () => {
  await start({ open: 8, openOfNetwork: 2 });
  const attack = await openPosts('/token', [1, 1, 2, 2, 3, 3, 4, 4]);
  expect(await ask('/of/merchant', 5)).toBe(200);
  expect(await attack[0]?.answer).toMatch(REFUSED);
  const shoppers = await openPosts('/token', [6, 7]);
  expect(await attack[1]?.answer).toMatch(REFUSED);
  await expectAnswers([...attack.slice(2), ...shoppers]);
  await expectRoomFor(8);
});

test('S34: limitOpenRequests cuts the oldest of a network beyond its share, and of no other', async () => {
  await start({ open: 8, openOfNetwork: 2 });
  const others = await openPosts('/token', [1, 1]);
  const own = await openPosts('/token', [2, 2, 2]);
  expect(await own[0]?.answer).toMatch(REFUSED);
  expect(await ask('/of/merchant', 2)).toBe(200);
  expect(await own[1]?.answer).toMatch(REFUSED);
  await expectAnswers([...others, ...own.slice(2)]);
  await expectRoomFor(8);
});

test('limitOpenRequests refuses a network what it asks without a key beyond its share, if all is worked on', async () => {
  await start({ open: 8, openOfNetwork: 1 });
  const own = ask('/works', 1);
  await expect.poll(() => held.length).toBe(1);
  expect(await ask('/quick', 1)).toBe(503);
  expect(await ask('/quick', 2)).toBe(200);
  held[0]?.();
  expect(await own).toBe(200);
});

test('S78: limitOpenRequests cuts whoever waits longest for its sender, known or not, for a newer request', async () => {
  await start({ open: 4 });
  const [known] = await openPosts('/of/merchant', [1]);
  const [unknown] = await openPosts('/token', [2]);
  const later = await openPosts('/of/merchant', [1, 1]);
  expect(await ask('/of/other', 4)).toBe(200);
  expect(await known?.answer).toMatch(REFUSED);
  later.push(...(await openPosts('/token', [5, 6])));
  expect(await unknown?.answer).toMatch(REFUSED);
  await expectAnswers(later);
  await expectRoomFor(4);
});

test('S78: limitOpenRequests cuts no known caller that waits for the service, or is worked on', async () => {
  await start({ open: 4 });
  const own = ['works', 'waits', 'works', 'waits'].map((what) => ask(`/of/merchant/${what}`, 1));
  await expect.poll(() => held.length).toBe(4);
  expect(await ask('/of/other', 4)).toBe(503);
  expect(await ask('/quick', 4)).toBe(503);
  for (const finish of held.splice(0)) finish();
  expect(await Promise.all(own)).toEqual([200, 200, 200, 200]);
  await expectRoomFor(4);
});

test.each([
  ['share', { openOfOne: 2 }, ['one', 'two'], [1, 2]],
  ['network', { openOfNetwork: 2 }, ['one', 'two'], [1, 1]],
  ['refresh token', { openOfToken: 2 }, ['one', 'one'], [1, 2]],
])(
  'S78: a %s that slow bodies fill takes a complete request in place of the slowest',
  async (_what, max, tokens, networks) => {
    await start({ open: 8, ...max });
    const slow: OpenPost[] = [];
    for (const [place, token] of tokens.entries())
      slow.push(await openPost(`/of/shop?token=${token}`, networks[place] ?? 0));
    const elsewhere = await openPost('/of/neighbour?token=one', 3);
    expect(await ask('/of/shop?token=one', 1)).toBe(200);
    expect(await slow[0]?.answer).toMatch(REFUSED);
    await expectAnswers([...slow.slice(1), elsewhere]);
    await expectRoomFor(8);
  },
);

test.each([
  ['of a /24', [2, 9], ['198.51.100.1', '198.51.100.2', '198.51.100.3']],
  ['of a /56', [2, 9], ['2001:db8:1:201::1', '2001:db8:1:2ff::1', '2001:db8:1:200::1']],
  ['of a /48', [9, 2], ['2001:db8:1:101::1', '2001:db8:1:2ff::1', '2001:db8:1:300::1']],
])(
  'S78: slow bodies %s push out each other, and nobody who is slow elsewhere',
  async (_what, bodiesOfWider, side) => {
    await start({ open: 9, bodiesOfWider });
    const elsewhere = await openPosts('/of/shop', [1, '2001:db8:2:201::1']);
    const beside = await openPosts('/of/shop', side);
    expect(await beside[0]?.answer).toMatch(REFUSED);
    await expectAnswers([...elsewhere, ...beside.slice(1)]);
    await expectRoomFor(9);
  },
);

test('S78: limitOpenRequests gives turns in a full service to one caller after the other, not to who sent most', async () => {
  await start({ workedOn: 2, workedOnOfNetwork: 2 });
  const asked: Promise<number>[] = [];
  // The last to come is of another network.
  for (const network of [1, 1, 2, 2, 3]) {
    asked.push(ask('/works', network));
    await expect.poll(() => arrived, { interval: 5 }).toBe(asked.length);
  }
  expect(held).toHaveLength(2);
  for (const finish of held.splice(0)) finish();
  await expect.poll(() => held.length).toBe(2);
  for (const finish of held.splice(0)) finish();
  expect(await asked[4]).toBe(200);
  await expect.poll(() => held.length).toBe(1);
  for (const finish of held.splice(0)) finish();
  expect(await Promise.all(asked)).toEqual([200, 200, 200, 200, 200]);
});

test('limitOpenRequests cuts what waits for its turn without a key, and not what is worked on', async () => {
  await start({ open: 3, workedOnOfNetwork: 1 });
  const own = ['/works', '/works', '/works'].map((path) => ask(path, 1));
  await expect.poll(() => arrived).toBe(3);
  expect(await ask('/of/merchant', 2)).toBe(200);
  expect(await Promise.race(own)).toBe(503);
  held.shift()?.();
  await expect.poll(() => held.length).toBe(1);
  const known = ['works', 'works'].map((what) => ask(`/of/merchant/${what}`, 2));
  await expect.poll(() => held.length).toBe(3);
  expect(await ask('/of/merchant', 4)).toBe(503);
  for (const finish of held.splice(0)) finish();
  expect(await Promise.all(known)).toEqual([200, 200]);
  expect((await Promise.all(own)).toSorted()).toEqual([200, 200, 503]);
  await expectRoomFor(3);
});

test.each([
  ['/long', 'without a key'],
  ['/of/merchant/long', 'with one'],
])('S78: limitOpenRequests cuts an answer %s that nobody reads, %s', async (path) => {
  await start({ open: 1 });
  const reader = await send([`GET ${path} HTTP/1.1`], 1);
  expect(await ask('/of/merchant', 2)).toBe(200);
  const read = await text(reader).catch(({ code }) => code);
  expect(read.length).toBeLessThan(LONG);
  await expectRoomFor(1);
});

test('S34: limitOpenRequests forgets all answers queued on a connection that closed', async () => {
  await start({ open: 20 });
  // It has waited longest, and gives way once the service is full.
  const older = await openPost('/of/merchant', 2);
  const socket = await send(['GET /works HTTP/1.1', ...Array(15).fill('GET /of/merchant HTTP/1.1')], 1);
  await expect.poll(() => held.length).toBe(1);
  socket.destroy();
  for (const finish of held.splice(0)) finish();
  const others = Array.from({ length: 15 }, (_, place) => ask(`/of/other-${place}/works`, 3));
  await expect.poll(() => held.length).toBe(15);
  await expectAnswers([older]);
  for (const finish of held.splice(0)) finish();
  expect(await Promise.all(others)).toEqual(others.map(() => 200));
  await expectRoomFor(20);
});
