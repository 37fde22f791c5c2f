import { expect, test } from 'vitest';
import type { TransactionRecord } from '../contract/billing/transaction.ts';
import { type OrderRecord, orderOutcome, type PayableOrder } from './order-outcome.ts';

type Figures = Partial<TransactionRecord['sandbox']>;

const sold: Figures = { captured: '10.10' };
const held: Figures = { remaining: '10.10' };

const order = {
  orderID: 'order-1',
  amount: '10.10',
  currency: 'EUR',
  merchantRef: 'main',
} as const satisfies PayableOrder;

function recordOf(method: TransactionRecord['method'], figures: Figures): OrderRecord {
  const none = { captured: '0.00', capture_pending: '0.00', refunded: '0.00', refund_pending: '0.00' };
  const state = { merchant_id: 1001, payment_state: 'CAPTURED', settled_at: null } as const;
  const sandbox = { ...state, ...none, authorised: '10.10', remaining: '0.00', ...figures };
  const money = { amount: 10.1, currency: 'EUR' } as const;
  const names = { transaction_id: 't-1', order_id: 'order-1', merchant_ref: 'main' };
  return { ...names, ...money, method, status: 'SUCCESS', sandbox };
}

test.each([
  ['paid', 'a sale', recordOf('SALE', sold)],
  ['paid', 'a sale with 3-D Secure', recordOf('SALE_3DS', sold)],
  ['paid', 'an authorisation', recordOf('AUTH', held)],
  ['paid', 'one that is captured in part', recordOf('AUTH_3DS', { captured: '4.20', remaining: '5.90' })],
  ['paid', 'one whose capture is under way', recordOf('AUTH', { capture_pending: '10.10' })],
  ['paid', 'one that is captured whole', recordOf('AUTH', sold)],
  ['failed', 'a refunded sale', recordOf('SALE', { ...sold, refunded: '10.10' })],
  ['failed', 'a sale that was charged back', recordOf('SALE', { ...sold, charged_back: '10.10' })],
  [
    'failed',
    'a sale that was refunded and charged back',
    recordOf('SALE', { ...sold, refunded: '10.10', charged_back: '10.10' }),
  ],
  ['unknown', 'a sale charged back in part', recordOf('SALE', { ...sold, charged_back: '0.01' })],
  ['failed', 'a voided sale', recordOf('SALE_3DS', {})],
  ['failed', 'an authorisation that was voided or has expired', recordOf('AUTH', {})],
  ['failed', 'one that was captured and refunded', recordOf('AUTH', { ...sold, refunded: '10.10' })],
  ['unknown', 'a sale refunded in part', recordOf('SALE', { ...sold, refunded: '0.01' })],
  ['unknown', 'a sale whose refund is under way', recordOf('SALE', { ...sold, refund_pending: '10.10' })],
  ['unknown', 'an authorisation captured in part, its rest released', recordOf('AUTH', { captured: '4.20' })],
  ['unknown', 'figures that are none', recordOf('SALE', { captured: 'much' })],
  ['other', 'a capture, which is not what paid', recordOf('CHARGE', sold)],
  ['other', 'a refund', recordOf('REFUND', sold)],
  ['other', 'a VOID', recordOf('VOID', sold)],
] as const)('S65: orderOutcome is %s for %s', (outcome, _what, record) => {
  expect(orderOutcome(order, record)).toBe(outcome);
  expect(orderOutcome({ ...order, paidBy: 't-1' }, record)).toBe(outcome);
});

test('S65: orderOutcome is failed for a payment that failed, whatever its figures say', () => {
  expect(orderOutcome(order, { ...recordOf('SALE', sold), status: 'FAILURE' })).toBe('failed');
});

test.each([
  ['unknown', 'a cent', { amount: 0.01 }],
  ['unknown', 'a cent too little', { amount: 10.09 }],
  ['unknown', 'more than is due', { amount: 101 }],
  ['unknown', 'another currency', { currency: 'GBP' }],
  ['other', 'another order', { order_id: 'order-2' }],
] as const)('S66: orderOutcome is %s for what is there of %s', (outcome, _what, other) => {
  expect(orderOutcome(order, { ...recordOf('SALE', sold), ...other })).toBe(outcome);
});

test.each([
  ['by its reference', order, 'main-async'],
  ['by a part of its reference', { ...order, merchantRef: 'mai' }, 'main'],
  ['where only one of two names fits', { ...order, merchant_id: 1002 }, 'main'],
] as const)('S71: orderOutcome is other for another merchant’s payment, %s', (_how, mine, merchant_ref) => {
  const record = { ...recordOf('SALE', sold), merchant_ref };
  expect(orderOutcome(mine, record)).toBe('other');
});

test('orderOutcome compares the merchant by each name that the order has', () => {
  const { merchantRef: _, ...unnamed } = order;
  const record = recordOf('SALE', sold);
  expect(orderOutcome({ ...unnamed, merchant_id: 1001 }, record)).toBe('paid');
  expect(orderOutcome({ ...order, merchant_id: 1001 }, record)).toBe('paid');
});

test('orderOutcome raises where it could compare no merchant, or no amount', () => {
  const { merchantRef: _, ...unnamed } = order;
  const record = recordOf('SALE', sold);
  expect(() => orderOutcome(unnamed, record)).toThrow(TypeError);
  expect(() => orderOutcome(unnamed, null)).toThrow('names no merchant');
  const ofOlderService = JSON.parse(
    JSON.stringify(record, (name, value) => (name === 'merchant_id' ? undefined : value)),
  );
  expect(() => orderOutcome({ ...unnamed, merchant_id: 1001 }, ofOlderService)).toThrow(
    "does not say 'merchant_id'",
  );
  for (const amount of ['', 'ten', '1e1', '10,10', '-10.10', ' 10.10', '10.101', '.5'])
    expect(() => orderOutcome({ ...order, amount }, record)).toThrow("'amount' is no decimal text");
});

test.each([
  ['10', 10],
  ['10.5', 10.5],
  ['0.30', 0.3],
  ['999999999.99', 999_999_999.99],
])('orderOutcome takes %s for what the record calls %d', (amount, number) => {
  const figures = { authorised: '1.00', captured: '1.00' };
  expect(orderOutcome({ ...order, amount }, { ...recordOf('SALE', figures), amount: number })).toBe('paid');
});

test.each(['PENDING', 'FAILURE'] as const)('orderOutcome says %s as the record does', (status) => {
  const outcome = { PENDING: 'pending', FAILURE: 'failed' }[status];
  for (const paidBy of [undefined, 't-1', 't-2'])
    expect(orderOutcome({ ...order, paidBy }, { ...recordOf('SALE_3DS', {}), status })).toBe(outcome);
});

test('orderOutcome is unknown where there is no record', () => {
  for (const record of [undefined, null]) expect(orderOutcome(order, record)).toBe('unknown');
});

test.each([
  ['surplus', 'a sale', recordOf('SALE', sold)],
  ['surplus', 'a sale after the bank asked', recordOf('SALE_3DS', sold)],
  ['surplus', 'an authorisation', recordOf('AUTH', held)],
  ['surplus', 'one whose capture is under way', recordOf('AUTH', { capture_pending: '10.10' })],
  ['surplus', 'another amount', { ...recordOf('SALE', sold), amount: 0.01 }],
  ['surplus', 'what is left of it', recordOf('SALE', { ...sold, refunded: '4.00' })],
  ['surplus', 'what stays of a refund in part', recordOf('SALE', { ...sold, refund_pending: '4.00' })],
  ['unknown', 'what is on its way back', recordOf('SALE', { ...sold, refund_pending: '10.10' })],
  ['failed', 'what has gone back', recordOf('SALE', { ...sold, refunded: '10.10' })],
  ['other', 'another order', { ...recordOf('SALE', sold), order_id: 'order-2' }],
  ['other', 'another merchant', { ...recordOf('SALE', sold), merchant_ref: 'main-async' }],
] as const)('S71: orderOutcome of an order that is paid is %s for %s', (outcome, _what, record) => {
  expect(orderOutcome({ ...order, paidBy: 't-2' }, record)).toBe(outcome);
});

test('S71: orderOutcome never takes what paid an order for a surplus, though the order changed since', () => {
  const paid = { ...order, paidBy: 't-1' };
  expect(orderOutcome({ ...paid, amount: '12.00' }, recordOf('SALE', sold))).toBe('unknown');
});
