import { afterAll, beforeAll, expect, test } from 'vitest';
import { TransactionsAnswer } from '../../../../contract/admin/transactions.ts';
import { openTestAdmin, type TestAdmin } from '../../../test-kit/test-admin.ts';
import { refusal } from '../../../test-kit/test-client.ts';
import { completeChallenge } from '../../../test-kit/test-verbs.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

const list = async (query: string) =>
  TransactionsAnswer.parse(await admin.call('GET', `/api/transactions?account_id=1&${query}`));
const start = {
  method: 'AUTH',
  amount: '10.00',
  currency: 'GBP',
  merchant_id: '1001',
  orderID: 'order 7',
  ccToken: 'tok_sandbox_4242424242424242',
};

test('transactions of an order are listed newest first, with all its attempts', async () => {
  const declined = await admin.bill({ ...start, ccToken: 'tok_sandbox_4000000000000002' });
  const auth = await admin.bill(start);
  const { transactionId: transactionID } = auth.operation;
  const charge = await admin.bill({ method: 'CHARGE', amount: '4.00', currency: 'GBP', transactionID });
  await admin.bill({ ...start, orderID: 'order 8' });
  const { transactions, next } = await list('order_id=order%207');
  expect(transactions.map(({ transaction_id, status }) => [transaction_id, status])).toEqual([
    [charge.operation.transactionId, 'SUCCESS'],
    [transactionID, 'SUCCESS'],
    [declined.operation.transactionId, 'FAILURE'],
  ]);
  expect(transactions[1]).toMatchObject({ sandbox: { captured: '4.00' }, late_result: null });
  expect(next).toBeNull();
  expect(await list('order_id=order%209')).toMatchObject({ transactions: [], next: null });
  const others = await admin.call('GET', '/api/transactions?account_id=2&order_id=order%207');
  expect(others.transactions).toEqual([]);
});

test('transactions show an answer of the issuer that came too late', async () => {
  const { challenge } = await admin.bill({ ...start, method: 'SALE_3DS', orderID: 'late' });
  admin.advance(15 * 60);
  await completeChallenge(admin.context, { challengeId: challenge?.id ?? '', result: 'Y' });
  const { transactions } = await list('order_id=late');
  expect(transactions).toMatchObject([{ method: 'SALE_3DS', status: 'FAILURE', late_result: 'Y' }]);
});

test('transactions are listed page by page, each once', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 52; count += 1) {
    const { operation } = await admin.bill({ ...start, orderID: 'often' });
    ids.unshift(operation.transactionId);
  }
  const first = await list('order_id=often');
  const second = await list(`order_id=often&before=${first.next}`);
  expect(first.transactions).toHaveLength(50);
  expect([...first.transactions, ...second.transactions].map(({ transaction_id: id }) => id)).toEqual(ids);
  expect(second.next).toBeNull();
});

test('transactions are listed by account and order', async () => {
  const refusalOf = (query: string) => refusal(admin.send(`/api/transactions${query}`));
  expect(await refusalOf('?order_id=x')).toEqual([400, 'parameter_missing', 'account_id']);
  expect(await refusalOf('?account_id=1')).toEqual([400, 'parameter_missing', 'order_id']);
  expect(await refusalOf('?account_id=1&order_id=')).toEqual([400, 'parameter_invalid', 'order_id']);
});
