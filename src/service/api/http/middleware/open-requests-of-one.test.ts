import { setMaxListeners } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { DEMO_PUBLISHABLE_KEY } from '../../../base/keys/secret-key.ts';
import { createApp } from '../../../main/app.ts';
import { frameRoutes } from '../../../site/routes/frame.ts';
import { pagesRoutes } from '../../../site/routes/pages.ts';
import { operations } from '../../../tables/payments.ts';
import { writeTestBuild } from '../../../test-kit/test-build.ts';
import { addAccount, openTestService, type TestService } from '../../../test-kit/test-context.ts';
import { shopOf } from '../../../test-kit/test-shop.ts';
import { isFullSize } from '../../../test-kit/test-size.ts';
import { type RunningServer, startServer } from '../node-server.ts';

const OTHER_MERCHANT = 2001;
const BILLING = '/wallet/api/v1/billing';
const build = writeTestBuild();

let service: TestService;
let server: RunningServer;
let stopping: AbortController;
afterEach(async () => {
  stopping.abort();
  await server.stop();
  await service.close();
});

async function start() {
  service = await openTestService();
  stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const config = { ...service.context.config, trustedProxies: 1 };
  const context = { ...service.context, stopping: stopping.signal, config };
  const app = createApp(context)
    .route('/', frameRoutes(join(build, 'wallet')))
    .route('/', pagesRoutes(build));
  server = await startServer(app.fetch, { port: 0, host: '127.0.0.1', baseUrl: context.config.baseUrl });
  return context;
}

type Headers = Record<string, string>;
type Asking = { method?: string; headers?: Headers; body?: URLSearchParams; signal?: AbortSignal };

const ask = (path: string, init?: Asking) => fetch(`http://127.0.0.1:${server.port}${path}`, init);

/** SALEs whose processor takes `delayMs`, sent at once; `number` is what the caller has sent so far. */
function slowSales(count: number, delayMs: number) {
  const form = {
    method: 'SALE',
    amount: '10.00',
    currency: 'EUR',
    merchant_id: '1001',
    ccToken: 'tok_sandbox_4242424242424242',
    metadata: `{"sandbox_delay_ms":"${delayMs}"}`,
  };
  const request = {
    method: 'POST',
    headers: { secretKey: 'sk_sandbox_demo' },
    body: new URLSearchParams(form),
  };
  return Array.from({ length: count }, () =>
    ask(BILLING, request).then(
      ({ status }) => status,
      () => 'cut off',
    ),
  );
}

const salesDone = async () => service.context.db.$count(operations);

test('S34: 290 slow SALEs of one key shut nobody out', { timeout: 60_000 }, async () => {
  const context = await start();
  const { secretKey } = await addAccount(context, OTHER_MERCHANT);
  const sales = slowSales(290, 30_000);
  await expect.poll(salesDone, { timeout: 30_000 }).toBeGreaterThanOrEqual(250);
  const frame = `/wallet/frame?${new URLSearchParams({ key: 'pk_sandbox_demo', merchant: '1001', locale: 'en', origin: 'http://localhost:3000' })}`;
  const open = [
    '/healthz',
    '/readyz',
    frame,
    '/sdk/sdk.js',
    '/.well-known/jwks.json',
    '/docs',
    '/openapi.json',
  ];
  const answers = await Promise.all(open.map(async (path) => [path, (await ask(path)).status]));
  expect(answers).toEqual(open.map((path) => [path, 200]));
  const neighbour = await ask('/wallet/api/v1/transactions/none', { headers: { secretKey } });
  expect(neighbour.status).toBe(404);
  stopping.abort();
  const statuses = await Promise.all(sales);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(250);
});

test('S34: a stop answers 290 slow SALEs that wait, within 5 s', {
  tags: 'prove',
  timeout: 60_000,
}, async () => {
  await start();
  const sales = slowSales(290, 30_000);
  await expect.poll(salesDone, { timeout: 30_000 }).toBeGreaterThanOrEqual(250);
  const began = performance.now();
  stopping.abort();
  await server.stop();
  expect(performance.now() - began).toBeLessThan(5_000);
  const statuses = await Promise.all(sales);
  // What the stop found undone is refused, what it found done is answered.
  expect(statuses.filter((status) => status === 200)).toHaveLength(await salesDone());
  expect(statuses).not.toContain('cut off');
});

const EVENTS = '/wallet/api/v1/events';
const ATTACKER = { 'X-Forwarded-For': '198.51.100.7' };
const SHOPPER = { 'X-Forwarded-For': '203.0.113.9' };
const SECRET_KEY = { secretKey: 'sk_sandbox_demo' };
const STREAM = { Accept: 'text/event-stream' };

/** As anybody can who opens the shop's page: refresh tokens for guests, ten sessions with each, four streams in each. */
async function openStreams({ tokens, from }: { tokens: number; from: Headers }) {
  const shop = await shopOf(service.context, DEMO_PUBLISHABLE_KEY);
  const hangUp = new AbortController();
  setMaxListeners(0, hangUp.signal);
  // An answer that nobody holds would be hung up by the garbage collector.
  const held: unknown[] = [];
  const openFour = async (authorization: Headers) => {
    const headers = { ...authorization, ...STREAM, ...from };
    // One that is ended on its way is the attacker's loss.
    const four = [1, 2, 3, 4].map(() => ask(EVENTS, { headers, signal: hangUp.signal }).catch(() => {}));
    held.push(...(await Promise.all(four)));
  };
  for (let token = 0; token < tokens; token += 1) {
    const wallet = await shop.openWallet('guest');
    const others = Array.from({ length: 9 }, wallet.openTab);
    const sessions = [wallet, ...(await Promise.all(others))];
    await Promise.all(sessions.map(({ authorization }) => openFour(authorization)));
  }
  return { held, hangUp: () => hangUp.abort(), stranger: await shop.openWallet('user') };
}

test('S34: 2,120 streams by guest tokens from one address shut out no shopper, there or elsewhere', {
  tags: 'prove',
  timeout: 300_000,
}, async () => {
  await start();
  const { held, hangUp, stranger } = await openStreams({ tokens: 53, from: ATTACKER });
  const statusOf = async (path: string, init: Asking) => {
    const over = new AbortController();
    const { status } = await ask(path, { ...init, signal: over.signal });
    over.abort();
    return status;
  };
  const { authorization } = stranger;
  const refreshToken = {
    method: 'POST',
    headers: { ...SECRET_KEY, ...SHOPPER },
    body: new URLSearchParams(),
  };
  const answers = {
    methods: await statusOf('/wallet/api/v1/methods', { headers: { ...authorization, ...SHOPPER } }),
    stream: await statusOf(EVENTS, { headers: { ...authorization, ...STREAM, ...SHOPPER } }),
    office: await statusOf('/wallet/api/v1/methods', { headers: { ...authorization, ...ATTACKER } }),
    backend: await statusOf('/users/api/v1/refresh_token', refreshToken),
    health: await statusOf('/healthz', {}),
  };
  expect(answers).toEqual({ methods: 200, stream: 200, office: 200, backend: 200, health: 200 });
  expect(held).toHaveLength(2_120);
  expect(service.context.streams.listeners().length).toBeLessThanOrEqual(193);
  hangUp();
});

const SHARE = 2_048;
/** More than fill the share of one shop's wallets, or of its backend. */
const SLOW = isFullSize ? 4_096 : SHARE + 256;

/** Sends the head of a POST, and nothing of its body. Resolves once the head is on its way. */
function openSlow(path: string, headers: Headers): Promise<Socket> {
  const head = {
    Host: `127.0.0.1:${server.port}`,
    ...headers,
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': '9',
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`);
  return new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => {}).resume();
    socket.write([`POST ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'), () => resolve(socket));
  });
}

/** From networks that nothing but the attack has in common. */
async function holdSlow(path: string, headersOf: (place: number) => Headers) {
  const sockets: Socket[] = [];
  for (let opened = 0; opened < SLOW; opened += 256) {
    const open = Array.from({ length: 256 }, (_, place) => {
      const from = { 'X-Forwarded-For': `100.${opened / 256}.${place % 4}.1` };
      return openSlow(path, { ...headersOf(opened + place), ...from });
    });
    sockets.push(...(await Promise.all(open)));
  }
  // Those that were cut have got an answer.
  const held = () => sockets.filter(({ bytesRead }) => bytesRead === 0).length;
  await expect.poll(held, { timeout: 20_000 }).toBeLessThanOrEqual(SHARE);
  expect(held()).toBeGreaterThan(SHARE / 2);
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

async function statusOf(path: string, init: Asking) {
  return (await ask(path, init)).status;
}

test('S78: a shopper and a shop are served while thousands of bodies of guests of that shop do not come', {
  tags: 'prove',
  timeout: 120_000,
}, async () => {
  await start();
  const shop = await shopOf(service.context, DEMO_PUBLISHABLE_KEY);
  const guests: Headers[] = [];
  for (let count = 0; count < SLOW / 64; count += 1)
    guests.push((await shop.openWallet('guest')).authorization);
  const { authorization } = await shop.openWallet('user');
  const letGo = await holdSlow('/wallet/api/v1/aliases', (place) => guests[place % guests.length] ?? {});
  const shopper = { ...authorization, ...SHOPPER };
  for (let round = 0; round < 5; round += 1) {
    const answers = {
      methods: await statusOf('/wallet/api/v1/methods', { headers: shopper }),
      alias: await statusOf('/wallet/api/v1/aliases', {
        method: 'POST',
        headers: shopper,
        body: new URLSearchParams({ id: '1' }),
      }),
      sale: await slowSales(1, 0)[0],
    };
    expect(answers).toEqual({ methods: 200, alias: 400, sale: 200 });
  }
  letGo();
});

test('S78: a shop’s backend is served while thousands of bodies with one of its keys do not come', {
  tags: 'prove',
  timeout: 120_000,
}, async () => {
  await start();
  const letGo = await holdSlow(BILLING, () => SECRET_KEY);
  expect(await Promise.all(slowSales(20, 0))).toEqual(Array(20).fill(200));
  letGo();
});
