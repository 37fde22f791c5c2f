import { expect, test } from 'vitest';
import type { TransactionRecord } from '../contract/billing/transaction.ts';
import { paymentStatus } from './payment-status.ts';

type Figures = Partial<TransactionRecord['sandbox']>;

const sold: Figures = { captured: '10.10' };
const held: Figures = { remaining: '10.10' };

function recordOf(method: TransactionRecord['method'], figures: Figures) {
  const none = { captured: '0.00', capture_pending: '0.00', refunded: '0.00', refund_pending: '0.00' };
  const state = { merchant_id: 1001, payment_state: 'CAPTURED', settled_at: null } as const;
  const sandbox = { ...state, ...none, authorised: '10.10', remaining: '0.00', ...figures };
  return { method, status: 'SUCCESS', sandbox } as const;
}

test.each([
  ['SUCCESS', 'a sale', recordOf('SALE', sold)],
  ['SUCCESS', 'a sale with 3-D Secure', recordOf('SALE_3DS', sold)],
  ['SUCCESS', 'an authorisation', recordOf('AUTH', held)],
  ['SUCCESS', 'one that is captured in part', recordOf('AUTH_3DS', { captured: '4.20', remaining: '5.90' })],
  ['SUCCESS', 'one whose capture is under way', recordOf('AUTH', { capture_pending: '10.10' })],
  ['SUCCESS', 'one that is captured whole', recordOf('AUTH', sold)],
  ['FAILURE', 'a refunded sale', recordOf('SALE', { ...sold, refunded: '10.10' })],
  ['FAILURE', 'a voided sale', recordOf('SALE_3DS', {})],
  ['FAILURE', 'an authorisation that was voided or has expired', recordOf('AUTH', {})],
  ['FAILURE', 'one that was captured and refunded', recordOf('AUTH', { ...sold, refunded: '10.10' })],
  ['UNKNOWN', 'a sale refunded in part', recordOf('SALE', { ...sold, refunded: '0.01' })],
  ['UNKNOWN', 'a sale whose refund is under way', recordOf('SALE', { ...sold, refund_pending: '10.10' })],
  ['UNKNOWN', 'an authorisation captured in part, its rest released', recordOf('AUTH', { captured: '4.20' })],
  ['UNKNOWN', 'a capture, which is not what paid', recordOf('CHARGE', sold)],
  ['UNKNOWN', 'a refund', recordOf('REFUND', sold)],
  ['UNKNOWN', 'a VOID', recordOf('VOID', sold)],
])('S65: paymentStatus is %s for %s', (status, _what, record) => {
  expect(paymentStatus(record)).toBe(status);
});

test.each(['PENDING', 'FAILURE'] as const)('paymentStatus is %s where the record is', (status) => {
  expect(paymentStatus({ ...recordOf('SALE_3DS', {}), status })).toBe(status);
});
