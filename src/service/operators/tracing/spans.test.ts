import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openTestWorker } from '../../test-kit/test-callbacks.ts';
import { spellings } from '../../test-kit/test-canary.ts';
import { openTestReceiver } from '../../test-kit/test-receiver.ts';
import { openTestShop } from '../../test-kit/test-shop.ts';
import { isSdkThere, spans } from './spans.ts';

const isThereAtFirst = isSdkThere();
const exporter = new InMemorySpanExporter();
new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register();
const shop = await openTestShop(spans);
const receiver = await openTestReceiver();
afterAll(async () => {
  await receiver.close();
  await shop.close();
});
beforeEach(() => exporter.reset());

const BILLING = '/wallet/api/v1/billing';
const NUMBER = '4242424242424242';
const SALE = {
  method: 'SALE',
  amount: '10',
  currency: 'EUR',
  merchant_id: '1001',
  ccToken: `tok_sandbox_${NUMBER}`,
};

const finishedSpans = () => exporter.getFinishedSpans();
const spansNamed = (name: string) => finishedSpans().filter((span) => span.name === name);

test('isSdkThere is true once one is registered', () => {
  expect([isThereAtFirst, isSdkThere()]).toEqual([false, true]);
});

test('spans tell of a request what the conventions name, and its id', async () => {
  const answer = await shop.post(BILLING, SALE);
  const [span] = spansNamed(`POST ${BILLING}`);
  expect(span?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': BILLING,
    'http.response.status_code': 200,
    'url.scheme': 'http',
    'wallet.request_id': answer.headers.get('Request-Id'),
  });
});

test('spans of transactions, optimistic or not, stand below the request, and the processor below the one that asks it', async () => {
  await shop.post(BILLING, SALE);
  const [request] = spansNamed(`POST ${BILLING}`);
  const [processor] = spansNamed('processor sale');
  const asking = finishedSpans().find(
    (span) => span.spanContext().spanId === processor?.parentSpanContext?.spanId,
  );
  expect(processor?.attributes).toEqual({ 'wallet.processor_answer': 'decided' });
  expect(asking?.name).toBe('store optimistic');
  expect(asking?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
  await shop.post(BILLING, { ...SALE, method: 'SALE_3DS', ccToken: 'tok_sandbox_4000000000003220' });
  expect(spansNamed('store transaction').length).toBeGreaterThan(0);
});

test('spans name why a request was refused, and call only a fault of ours an error', async () => {
  await shop.post(BILLING, { ...SALE, amount: '2000.51' });
  await shop.post(BILLING, { ...SALE, amount: 'much' });
  const [declined, invalid] = spansNamed(`POST ${BILLING}`);
  expect(declined?.attributes).toMatchObject({
    'error.type': 'card_declined',
    'wallet.decline_code': 'insufficient_funds',
  });
  expect(invalid?.attributes).toMatchObject({ 'error.type': 'amount_invalid' });
  expect([declined?.status.code, invalid?.status.code]).toEqual([0, 0]);
  const failing = spans.ofRequest(
    { method: 'GET', requestId: 'id', url: 'http://127.0.0.1/', traceparent: undefined },
    async () => ({ method: 'GET', route: '/', status: 500, milliseconds: 1, errorCode: 'internal_error' }),
  );
  await failing;
  expect(spansNamed('GET /')[0]?.status).toEqual({ code: 2 });
});

test('spans of attempts tell whom they reached and what they came to', async () => {
  const worker = openTestWorker(shop);
  receiver.answerStatus(500);
  await shop.post(BILLING, { ...SALE, callback_url: receiver.url });
  shop.advance(1);
  await worker.runDue();
  receiver.answerStatus(200);
  shop.advance(60);
  await worker.runDue();
  await worker.stop();
  const attempts = spansNamed('POST callback');
  expect(attempts.map(({ attributes }) => attributes)).toEqual(
    ['500', undefined].map((type) => ({
      'http.request.method': 'POST',
      'http.response.status_code': type === undefined ? 200 : 500,
      'url.scheme': 'http',
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(receiver.url).port),
      'wallet.callback_id': receiver.ids()[0],
      ...(type !== undefined && { 'error.type': type }),
    })),
  );
  expect(attempts.map(({ parentSpanContext }) => parentSpanContext)).toEqual([undefined, undefined]);
  expect(attempts.map(({ status }) => status.code)).toEqual([2, 0]);
});

test('S14: spans hold no card, key, token, address or body, and receivers get no trace', async () => {
  const secrets = ['canary', NUMBER, 'sk_sandbox_demo', 'tok_sandbox'];
  const metadata = JSON.stringify({ note: 'canary-metadata' });
  const callback_url = `${receiver.url}/canary-path?canary=query`;
  const order = { orderID: 'canary-order', transactionID: 'canary-transaction', metadata, callback_url };
  const { length: before } = receiver.received;
  await shop.post(BILLING, { ...SALE, ...order, canary_name: 'canary-value' });
  await shop.post(BILLING, { ...SALE, ccToken: 'canary-token' }, { secretKey: 'canary-key' });
  await shop.get('/wallet/api/v1/transactions/canary-transaction?canary=query', {
    secretKey: 'sk_sandbox_demo',
    'User-Agent': 'canary-agent',
    Cookie: 'canary=cookie',
    baggage: 'canary=baggage',
    traceparent: '00-canary',
  });
  await shop.get('/canary-path');
  await spans
    .ofStore(shop.context.db)
    .transaction(() => Promise.reject(new Error('canary-message')))
    .catch(() => {});
  shop.advance(60);
  const worker = openTestWorker(shop);
  await worker.runDue();
  await worker.stop();
  const text = JSON.stringify(
    finishedSpans().map(({ name, attributes, events, links, status }) => ({
      name,
      attributes,
      events,
      links,
      status,
    })),
  );
  expect(text).toContain('POST callback');
  for (const spelling of secrets.flatMap(spellings)) expect(text).not.toContain(spelling);
  const told = receiver.received.slice(before);
  expect(told.length).toBeGreaterThan(0);
  expect(told.flatMap(({ headers }) => Object.keys(headers))).not.toContain('traceparent');
});

test("spans never stand below a caller's: that one is linked", async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const traceparent = `00-${traceId}-b7ad6b7169203331-00`;
  await shop.get('/healthz', { traceparent });
  const [span] = spansNamed('GET /healthz');
  expect(span?.parentSpanContext).toBeUndefined();
  expect(span?.spanContext().traceId).not.toBe(traceId);
  expect(span?.links.map(({ context }) => context.traceId)).toEqual([traceId]);
});
