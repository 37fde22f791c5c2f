import { afterAll, expect, test } from 'vitest';
import { pageReports } from '../../site/page-guard/page-reports.ts';
import { visitPages } from '../../site/page-guard/visit-pages.ts';
import { openTestAdmin } from '../../test-kit/test-admin.ts';
import { openTestWorker } from '../../test-kit/test-callbacks.ts';
import { openTestReceiver } from '../../test-kit/test-receiver.ts';
import { createAdminApp } from '../admin/routes/admin-app.ts';
import { openMetrics } from './metrics.ts';

const shop = await openTestAdmin();
afterAll(shop.close);

async function readMetrics() {
  const answer = await shop.send('/metrics');
  const text = await answer.text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const values = new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
  return { answer, text, value: (name: string) => values.get(name) };
}

const SALE = { method: 'SALE', amount: '10', currency: 'EUR', merchant_id: '1001' };
const TOKEN = 'tok_sandbox_4242424242424242';
/** In pounds the shopper is asked. */
const ASKED = { ...SALE, method: 'SALE_3DS', currency: 'GBP', ccToken: TOKEN };

test('metrics are text that Prometheus reads', async () => {
  const { answer, text, value } = await readMetrics();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(text).toContain('# TYPE wallet_request_duration_seconds histogram');
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(value('wallet_store_bytes')).toBeGreaterThan(1e6);
  expect(value('wallet_store_up')).toBe(1);
  expect(value('wallet_open_requests')).toBe(1);
});

test('metrics count answers by route and status, without a secret or an id', async () => {
  const billing = await shop.post('/wallet/api/v1/billing', {
    ...SALE,
    ccToken: TOKEN,
    transactionID: 'canary-id',
    orderID: 'canary-order',
  });
  expect(billing.status).toBe(200);
  await shop.get('/wallet/api/v1/transactions/canary-id');
  await shop.get('/wallet/api/v1/transactions/canary-id', { secretKey: 'canary-key' });
  await shop.get('/canary-path?canary=query');
  const { text, value } = await readMetrics();
  const count = (labels: string) => value(`wallet_request_duration_seconds_count{${labels}}`);
  expect(count('method="POST",route="/wallet/api/v1/billing",status="200"')).toBe(1);
  const lookUp = 'method="GET",route="/wallet/api/v1/transactions/:transaction_id"';
  expect(count(`${lookUp},status="200"`)).toBe(1);
  expect(count(`${lookUp},status="401"`)).toBe(1);
  expect(count('method="GET",route="none",status="404"')).toBe(1);
  expect(text).not.toContain('canary');
  expect(text).not.toContain('sandbox');
});

test('metrics count billings by what they came to, and refusals by their codes', async () => {
  await shop.post('/wallet/api/v1/billing', { ...SALE, ccToken: TOKEN, amount: '2000.51' });
  await shop.post('/wallet/api/v1/billing', { ...SALE, ccToken: TOKEN, amount: 'much' });
  const { value } = await readMetrics();
  expect(value('wallet_billings_total{method="SALE",status="FAILURE"}')).toBe(1);
  const refusals = (labels: string) =>
    value(`wallet_refusals_total{route="/wallet/api/v1/billing",${labels}}`);
  expect(refusals('code="card_declined",decline_code="insufficient_funds"')).toBe(1);
  expect(refusals('code="amount_invalid",decline_code=""')).toBe(1);
});

test.each([
  ['passed', 'auto:Y'],
  ['failed', 'auto:N'],
  ['cancelled', 'auto:cancel'],
])('metrics count a challenge that is %s', async (end, sandbox_3ds) => {
  const name = `wallet_challenge_ends_total{end="${end}"}`;
  const before = (await readMetrics()).value(name);
  const metadata = JSON.stringify({ sandbox_3ds });
  const transactionID = `challenge-${end}`;
  await shop.post('/wallet/api/v1/billing', { ...ASKED, metadata, transactionID });
  shop.advance(1);
  await shop.get(`/wallet/api/v1/transactions/${transactionID}`);
  // The first end counts, and once.
  await shop.get(`/wallet/api/v1/transactions/${transactionID}`);
  expect((await readMetrics()).value(name)).toBe((before ?? 0) + 1);
});

test('metrics count a challenge that nobody answers, and one that the merchant voids', async () => {
  await shop.post('/wallet/api/v1/billing', { ...ASKED, transactionID: 'unanswered' });
  shop.advance(15 * 60);
  await shop.get('/wallet/api/v1/transactions/unanswered');
  await shop.post('/wallet/api/v1/billing', { ...ASKED, transactionID: 'unwanted' });
  await shop.post('/wallet/api/v1/billing', {
    ...SALE,
    method: 'VOID',
    currency: 'GBP',
    transactionID: 'unwanted',
  });
  const { value } = await readMetrics();
  expect(value('wallet_challenge_ends_total{end="timed_out"}')).toBe(1);
  expect(value('wallet_challenge_ends_total{end="voided"}')).toBe(1);
});

test('metrics count attempts at callbacks by what becomes of these', async () => {
  const receiver = await openTestReceiver();
  const worker = openTestWorker(shop);
  const callback_url = receiver.url;
  for (const status of [500, 410, 200]) {
    receiver.answerStatus(status);
    const transactionID = `told-${status}`;
    await shop.post('/wallet/api/v1/billing', { ...SALE, ccToken: TOKEN, callback_url, transactionID });
    shop.advance(1);
    await worker.runDue();
  }
  await worker.stop();
  await receiver.close();
  const { value } = await readMetrics();
  const count = (outcome: string) => value(`wallet_callback_attempts_total{outcome="${outcome}"}`);
  expect([count('retried'), count('stopped'), count('given_up')]).toEqual([1, 1, 0]);
  expect(count('delivered')).toBeGreaterThan(0);
});

test('metrics count the wallets that wait for news', async () => {
  const wallet = await shop.openWallet('user');
  const headers = { ...wallet.authorization, Accept: 'text/event-stream' };
  const stream = await shop.get('/wallet/api/v1/events', headers);
  expect((await readMetrics()).value('wallet_open_streams')).toBe(1);
  await stream.body?.cancel();
  expect((await readMetrics()).value('wallet_open_streams')).toBe(0);
});

test('S37: metrics are not on the port that others reach', async () => {
  expect((await shop.get('/metrics')).status).toBe(404);
});

test('metrics tell how far callbacks are behind', async () => {
  const callback_url = 'http://127.0.0.1:5000/';
  await shop.post('/wallet/api/v1/billing', { ...SALE, ccToken: TOKEN, callback_url });
  shop.advance(60);
  const { value } = await readMetrics();
  expect(value('wallet_callbacks_waiting{lane="backend"}')).toBe(1);
  expect(value('wallet_callbacks_lag_seconds{lane="backend"}')).toBeGreaterThan(58);
  expect(value('wallet_callbacks_waiting{lane="page"}')).toBe(0);
});

test('metrics tell how far the machine’s clock is ahead of the database’s', async () => {
  const { db, clock } = shop.context;
  const metrics = openMetrics({ db, clock, openStreams: () => 0, machineAheadSeconds: () => 2.5 });
  expect(await metrics.text()).toMatch(/^wallet_clock_offset_seconds 2\.5$/m);
});

test('metrics tell how many alarms of guarded pages are open, and how many pages could not be visited', async () => {
  const open = async () => (await readMetrics()).value('wallet_page_alarms_open{kind="page"}');
  const failed = async () => (await readMetrics()).value('wallet_page_visits_failed');
  expect([await open(), await failed()]).toEqual([0, 0]);
  const reports = pageReports();
  const report = {
    key: 'pk_sandbox_demo',
    page: '/checkout',
    items: [['base', 'https://evil.example/', '']],
  };
  reports.take(report, 'http://localhost:3000');
  await reports.write(shop.context);
  // Nobody listens there.
  await shop.call('POST', '/api/guarded-pages', { account_id: 1, address: 'http://localhost:1025/checkout' });
  await visitPages(shop.context);
  expect([await open(), await failed()]).toEqual([1, 1]);
  const { pages } = await shop.call('GET', '/api/guarded-pages?account_id=1');
  for (const { id } of pages) await shop.call('POST', `/api/guarded-pages/${id}/close-alarms`);
  expect(await open()).toBe(0);
  for (const { id } of pages) await shop.call('DELETE', `/api/guarded-pages/${id}`);
  expect(await failed()).toBe(0);
});

test('metrics are there without the store', async () => {
  const db = shop.context.db;
  const brokenDb = new Proxy(db, {
    get: () => () => {
      throw new Error('gone');
    },
  });
  const metrics = openMetrics({
    db: brokenDb,
    clock: shop.context.clock,
    openStreams: () => 0,
    machineAheadSeconds: () => 0,
  });
  const app = createAdminApp(
    { ...shop.context, metrics },
    { token: 'it_sandbox_test', port: 4002, extraRoutes: [] },
  );
  const headers = { Host: '127.0.0.1:4002', 'Inspector-Token': 'it_sandbox_test' };
  const text = await (await app.request('/metrics', { headers })).text();
  expect(text).toMatch(/^wallet_store_up 0$/m);
  expect(text).not.toMatch(/^wallet_(store_bytes|page_visits_failed) |^wallet_page_alarms_open\{/m);
});
