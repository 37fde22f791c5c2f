import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { operations } from '../db/tables/payments.ts';
import { frameRoutes } from '../routes/frame.ts';
import { pagesRoutes } from '../routes/pages.ts';
import { writeTestBuild } from '../test-build.ts';
import { addAccount, openTestService, type TestService } from '../test-context.ts';
import { type RunningServer, startServer } from './node-server.ts';

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
  const context = { ...service.context, stopping: stopping.signal };
  const app = createApp(context)
    .route('/', frameRoutes(join(build, 'wallet')))
    .route('/', pagesRoutes(build));
  server = await startServer(app.fetch, { port: 0, host: '127.0.0.1', baseUrl: context.baseUrl });
  return context;
}

const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${server.port}${path}`, init);

/** SALEs whose processor takes `delayMs`, sent at once; `number` is what the caller has sent so far. */
function slowSales(count: number, delayMs: number) {
  const form = {
    ...{ method: 'SALE', amount: '10.00', currency: 'EUR', merchant_id: '1001' },
    ...{ ccToken: 'tok_sandbox_4242424242424242', metadata: `{"sandbox_delay_ms":"${delayMs}"}` },
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

test('S34: a stop answers 290 slow SALEs that wait, within 5 s', { timeout: 60_000 }, async () => {
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
