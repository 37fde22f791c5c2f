import { expect, test } from 'vitest';
import { nearPath } from './near-path.ts';

const paths = ['/wallet/api/v1/billing', '/wallet/api/v1/transactions/:transactionId', '/healthz'];

test.each([
  ['/wallet/api/v1/billing/', '/wallet/api/v1/billing'],
  ['/Wallet/API/v1/Billing', '/wallet/api/v1/billing'],
  ['/wallet//api/v1/billing', '/wallet/api/v1/billing'],
  ['/wallet/api/v1/Transactions/order-7/', '/wallet/api/v1/transactions/:transactionId'],
  ['/wallet/api/v1/bill', undefined],
  ['/wallet/api/v1/transactions', undefined],
  ['/', undefined],
])('nearPath of %j is %j', (path, near) => {
  expect(nearPath(path, paths)).toBe(near);
});
