import { expect, test } from 'vitest';
import { BillingMethod } from '../../contract/billing.ts';
import { isStart, METHODS, withRequired } from './methods.ts';

const all = {
  amount: '10',
  currency: 'EUR',
  ccToken: 'cc_x',
  transactionID: 'txn_1',
  merchant_id: 1001,
  merchantRef: 'demo',
} as const;

type Row = [BillingMethod, { ccToken: boolean; transactionID: boolean; merchant: boolean }];
const REQUIRED: Row[] = [
  ['SALE', { ccToken: true, transactionID: false, merchant: true }],
  ['AUTH', { ccToken: true, transactionID: false, merchant: true }],
  ['CHARGE', { ccToken: false, transactionID: true, merchant: false }],
  ['REFUND', { ccToken: false, transactionID: true, merchant: false }],
];

test('METHODS has a row for every method', () => {
  expect(Object.keys(METHODS)).toEqual(BillingMethod.options);
  expect(REQUIRED.map(([method]) => method)).toEqual(BillingMethod.options);
});

test.each(REQUIRED)('withRequired holds %s to its row, cell by cell', (method, required) => {
  const lacking = (...names: (keyof typeof all)[]) => {
    const rest = Object.entries(all).filter(([name]) => !names.some((lacked) => lacked === name));
    return () => withRequired({ method, amount: '10', currency: 'EUR', ...Object.fromEntries(rest) });
  };
  const missing = (param: string) => expect.objectContaining({ code: 'parameter_missing', param });
  for (const name of ['ccToken', 'transactionID'] as const) {
    if (required[name]) expect(lacking(name)).toThrow(missing(name));
    else expect(lacking(name)()).toMatchObject({ method });
  }
  if (required.merchant) expect(lacking('merchant_id', 'merchantRef')).toThrow(missing('merchant_id'));
  else expect(lacking('merchant_id', 'merchantRef')()).toMatchObject({ method });
  expect(lacking('merchant_id')()).toMatchObject({ merchantRef: 'demo' });
  expect(lacking('merchantRef')()).toMatchObject({ merchant_id: 1001 });
});

test('isStart tells the methods that take a card from those that refer to a transaction', () => {
  const starts = BillingMethod.options.filter((method) => isStart(withRequired({ ...all, method })));
  expect(starts).toEqual(['SALE', 'AUTH']);
});
