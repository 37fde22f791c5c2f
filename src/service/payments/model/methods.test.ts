import { expect, test } from 'vitest';
import { BillingMethod } from '../../../contract/billing.ts';
import { isStart, METHODS, withRequired } from './methods.ts';

const all = {
  amount: '10',
  currency: 'EUR',
  ccToken: 'cc_x',
  transactionID: 'txn_1',
  merchant_id: 1001,
  merchantRef: 'demo',
} as const;

type Cell = 'R' | 'O' | '=';
type Cells = Record<'ccToken' | 'transactionID' | 'amount' | 'currency' | 'merchant', Cell>;

/** What each method needs, written again by hand: required, optional, or the payment's own. Rule: billing/needs. */
const TABLE: [BillingMethod[], Cells][] = [
  [
    ['SALE', 'AUTH', 'SALE_3DS', 'AUTH_3DS'],
    { ccToken: 'R', transactionID: 'O', amount: 'R', currency: 'R', merchant: 'R' },
  ],
  [['CHARGE', 'REFUND'], { ccToken: '=', transactionID: 'R', amount: 'R', currency: 'R', merchant: '=' }],
  [['VOID'], { ccToken: '=', transactionID: 'R', amount: '=', currency: '=', merchant: '=' }],
];
const ROWS = TABLE.flatMap(([methods, cells]) => methods.map((method) => [method, cells] as const));

test('METHODS has a row for every method', () => {
  expect(Object.keys(METHODS)).toEqual(BillingMethod.options);
  expect(ROWS.map(([method]) => method).sort()).toEqual([...BillingMethod.options].sort());
});

test.each(ROWS)('withRequired holds %s to its row, cell by cell', (method, cells) => {
  const lacking = (...names: (keyof typeof all)[]) => {
    const rest = Object.entries(all).filter(([name]) => !names.some((lacked) => lacked === name));
    return () => withRequired({ method, ...Object.fromEntries(rest) });
  };
  const missing = (param: string) => expect.objectContaining({ code: 'parameter_missing', param });
  for (const name of ['ccToken', 'transactionID', 'amount', 'currency'] as const) {
    if (cells[name] === 'R') expect(lacking(name)).toThrow(missing(name));
    else expect(lacking(name)()).toMatchObject({ method });
  }
  if (cells.merchant === 'R') {
    expect(lacking('merchant_id', 'merchantRef')).toThrow(missing('merchant_id'));
  } else expect(lacking('merchant_id', 'merchantRef')()).toMatchObject({ method });
  expect(lacking('merchant_id')()).toMatchObject({ merchantRef: 'demo' });
  expect(lacking('merchantRef')()).toMatchObject({ merchant_id: 1001 });
});

test('isStart tells the methods that take a card from those that refer to a transaction', () => {
  const starts = BillingMethod.options.filter((method) => isStart(withRequired({ ...all, method })));
  expect(starts).toEqual(['SALE', 'AUTH', 'AUTH_3DS', 'SALE_3DS']);
});
