import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import type { TransactionRecord } from '../contract/billing/transaction.ts';
import { createMerchantClient } from './merchant-client.ts';

const none = { captured: '0.00', capture_pending: '0.00', refunded: '0.00', refund_pending: '0.00' };
const state = { merchant_id: 1001, payment_state: 'CAPTURED', settled_at: null } as const;
const zero = { ...state, ...none, authorised: '10.10', remaining: '0.00' };
const names = { transaction_id: 't-1', merchant_ref: 'main', currency: 'EUR' } as const;
const refund = { method: 'REFUND', transactionID: 't-1', merchantRef: 'main', currency: 'EUR' };
const release = { method: 'VOID', transactionID: 't-1', merchantRef: 'main' };

type Figures = Partial<TransactionRecord['sandbox']>;

const parts = { transaction: {}, pm: {} };
const approved = { status: 200, body: { status: 'OK', ...parts } };
const refused = { status: 402, body: { status: 'ERROR', error: { code: 'card_declined' }, ...parts } };

let stop = () => {};
afterEach(() => stop());

const onItsWay = {
  status: 200,
  body: { status: 'OK', ...parts, transaction: { status: 'PENDING', transactionID: 't-2' } },
};

/** A service that answers all alike, and what it was asked for. `found`: how its lookup finds a transaction. */
async function openService(
  { status, body } = approved as { status: number; body: object },
  found = 'PENDING',
) {
  const forms: Record<string, string>[] = [];
  const keys: unknown[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      const transaction = { transaction_id: request.url?.split('/').at(-1), status: found };
      response.writeHead(200).end(JSON.stringify({ status: 'OK', transaction }));
      return;
    }
    forms.push(Object.fromEntries(new URLSearchParams(await text(request))));
    keys.push(request.headers['idempotency-key']);
    response.writeHead(status).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = () => server.close();
  const baseUrl = `http://127.0.0.1:${Object(server.address()).port}`;
  const client = createMerchantClient({ secretKey: 'sk_test', baseUrl });
  const giveBack = (figures: Figures, more = {}) =>
    client.giveBack({ ...names, sandbox: { ...zero, ...figures }, ...more });
  return { forms, keys, giveBack };
}

test.each([
  ['refunds what is captured', { captured: '10.10' }, [{ ...refund, amount: '10.10' }]],
  ['refunds what is left', { captured: '10.10', refunded: '4.05' }, [{ ...refund, amount: '6.05' }]],
  [
    'refunds what was not charged back',
    { captured: '10.10', charged_back: '4.00' },
    [{ ...refund, amount: '6.10' }],
  ],
  ['refunds what stays', { captured: '10.10', refund_pending: '10.05' }, [{ ...refund, amount: '0.05' }]],
  ['voids what is reserved', { remaining: '10.10' }, [release]],
  [
    'voids the rest and refunds the part',
    { captured: '4.20', remaining: '5.90' },
    [release, { ...refund, amount: '4.20' }],
  ],
])('S71: giveBack %s', async (_what, figures, wanted) => {
  const { giveBack, forms } = await openService();
  expect(await giveBack(figures)).toBe(true);
  expect(forms).toEqual(wanted);
});

test('giveBack names where its end is to be told, where that is said', async () => {
  const { giveBack, forms } = await openService();
  const callback_url = 'https://shop.example/callback';
  await giveBack({ remaining: '10.10' }, { callback_url });
  expect(forms).toEqual([{ ...release, callback_url }]);
});

test.each<[string, Figures]>([
  ['has gone back', { captured: '10.10', refunded: '10.10' }],
  ['is on its way', { captured: '10.10', refunded: '4.05', refund_pending: '6.05' }],
  ['was voided', { payment_state: 'VOIDED' }],
])('giveBack asks for nothing where all %s, and says that it is so', async (_what, figures) => {
  const { giveBack, forms } = await openService();
  expect(await giveBack(figures)).toBe(true);
  expect(forms).toEqual([]);
});

test('S71: giveBack asks for nothing where nothing can go back yet, and says so', async () => {
  const { giveBack, forms } = await openService();
  for (const figures of [{}, { capture_pending: '10.10' }]) expect(await giveBack(figures)).toBe(false);
  expect(forms).toEqual([]);
});

test('S71: giveBack gives back what it can beside a capture that is under way, and says that not all is', async () => {
  const { giveBack, forms } = await openService();
  expect(await giveBack({ captured: '5.05', capture_pending: '5.05' })).toBe(false);
  expect(forms.map(({ method, amount }) => [method, amount])).toEqual([['REFUND', '5.05']]);
});

test('S71: giveBack says that it was refused', async () => {
  const { giveBack, forms } = await openService(refused);
  expect(await giveBack({ captured: '4.20', remaining: '5.90' })).toBe(false);
  expect(forms).toEqual([release]);
});

test.each([
  ['PENDING', true],
  ['SUCCESS', true],
  ['FAILURE', false],
])('S71: giveBack asks what became of what was on its way: %s', async (found, isGoingBack) => {
  const { giveBack } = await openService(onItsWay, found);
  expect(await giveBack({ captured: '4.20' })).toBe(isGoingBack);
});

test('S71: giveBack, called again, sends the same request with the same key, and each other one with another', async () => {
  const { giveBack, forms, keys } = await openService();
  for (const captured of ['4.20', '4.20', '4.10']) await giveBack({ captured, remaining: '5.90' });
  expect(forms.slice(0, 2)).toEqual(forms.slice(2, 4));
  expect(keys.slice(0, 2)).toEqual(keys.slice(2, 4));
  expect(new Set(keys).size).toBe(3);
});

test('S71: giveBack releases what is reserved again after an earlier release', async () => {
  const { giveBack, keys } = await openService();
  for (const remaining of ['6.00', '4.00']) await giveBack({ remaining });
  expect(new Set(keys).size).toBe(2);
});
