import { expect, test } from 'vitest';
import { BillingMethod, FollowUpMethod } from '../../../contract/billing/billing.ts';
import { PaymentTotals } from '../../../contract/billing/payment-totals.ts';
import { isStart, requireParameters } from './billing-forms.ts';
import {
  effectOf,
  isCapture,
  isStartMethod,
  METHODS,
  requireEffect,
  requiresAuthorisation,
} from './methods.ts';
import type { PaymentState } from './states.ts';

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

test.each(ROWS)('requireParameters holds %s to its row, cell by cell', (method, cells) => {
  const lacking = (...names: (keyof typeof all)[]) => {
    const rest = Object.entries(all).filter(([name]) => !names.some((lacked) => lacked === name));
    return () => requireParameters({ method, ...Object.fromEntries(rest) });
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
  const starts = BillingMethod.options.filter((method) => isStart(requireParameters({ ...all, method })));
  expect(starts).toEqual(['SALE', 'AUTH', 'AUTH_3DS', 'SALE_3DS']);
});

/** What each follow-up meets, cell by cell, in the order of STATE_NAMES. */
const STATE_NAMES: PaymentState[] = [
  'PENDING_3DS',
  'PENDING_PROVIDER',
  'PENDING_PROCESSOR',
  'FAILED',
  'VOIDED',
  'EXPIRED',
  'AUTHORISED',
  'PARTIALLY_CAPTURED',
  'CAPTURED',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'CHARGED_BACK',
];
const [capturable, notRefundable] = ['transaction_not_capturable', 'transaction_not_refundable'] as const;
const [voidable, voided] = ['transaction_not_voidable', 'transaction_already_voided'] as const;
const CELLS: Record<FollowUpMethod, (typeof METHODS)[FollowUpMethod]['verdicts'][PaymentState][]> = {
  CHARGE: [
    'awaiting_3ds',
    capturable,
    capturable,
    capturable,
    capturable,
    'authorisation_expired',
    'by-amounts',
    'by-amounts',
    'by-amounts',
    'by-amounts',
    'by-amounts',
    'by-amounts',
  ],
  REFUND: [
    notRefundable,
    notRefundable,
    notRefundable,
    notRefundable,
    notRefundable,
    notRefundable,
    notRefundable,
    'by-amounts',
    'by-amounts',
    'by-amounts',
    'by-amounts',
    'by-amounts',
  ],
  VOID: [
    'ends-challenge',
    voidable,
    voidable,
    voidable,
    voided,
    voidable,
    'by-amounts',
    'by-amounts',
    'by-amounts',
    'by-amounts',
    voidable,
    'by-amounts',
  ],
};

test('METHODS says for every follow-up what it meets in each state', () => {
  expect([...STATE_NAMES].sort()).toEqual([...PaymentTotals.shape.payment_state.options].sort());
  for (const method of FollowUpMethod.options) {
    const cells = STATE_NAMES.map((state) => METHODS[method].verdicts[state]);
    expect([method, ...cells]).toEqual([method, ...CELLS[method]]);
  }
});

/** What each method does, by what it refers to: effect, and TxState once it is pending, failed, queued and settled. */
const EFFECTS: [BillingMethod, BillingMethod | null, string | null][] = [
  ['SALE', null, 'sale CP AD CQ CS settles'],
  ['SALE_3DS', null, 'sale CP AD CQ CS settles'],
  ['AUTH', null, 'authorisation AP AD AU AU'],
  ['AUTH_3DS', null, 'authorisation AP AD AU AU'],
  ['CHARGE', null, null],
  ['CHARGE', 'AUTH', 'capture CP CD CQ CS settles'],
  ['CHARGE', 'AUTH_3DS', 'capture CP CD CQ CS settles'],
  ['CHARGE', 'CHARGE', 'capture CP CD CQ CS settles'],
  ['CHARGE', 'SALE', null],
  ['CHARGE', 'SALE_3DS', null],
  ['CHARGE', 'REFUND', null],
  ['CHARGE', 'VOID', null],
  ['REFUND', 'SALE', 'refund RP RD RQ RS settles'],
  ['REFUND', 'SALE_3DS', 'refund RP RD RQ RS settles'],
  ['REFUND', 'AUTH', 'refund RP RD RQ RS settles'],
  ['REFUND', 'AUTH_3DS', 'refund RP RD RQ RS settles'],
  ['REFUND', 'CHARGE', 'refund RP RD RQ RS settles'],
  ['REFUND', 'REFUND', null],
  ['REFUND', 'VOID', null],
  ['VOID', 'SALE', 'void-capture VP VD CV CV'],
  ['VOID', 'SALE_3DS', 'void-capture VP VD CV CV'],
  ['VOID', 'CHARGE', 'void-capture VP VD CV CV'],
  ['VOID', 'AUTH', 'void-authorisation VP VD AV AV'],
  ['VOID', 'AUTH_3DS', 'void-authorisation VP VD AV AV'],
  ['VOID', 'REFUND', null],
  ['VOID', 'VOID', null],
];

test('effectOf is said of every start, and of every follow-up on every method', () => {
  const starts = BillingMethod.options.filter((method) => METHODS[method].kind === 'start');
  const wanted = [
    ...starts.map((method) => `${method} on null`),
    ...FollowUpMethod.options.flatMap((method) => BillingMethod.options.map((on) => `${method} on ${on}`)),
  ];
  const said = EFFECTS.map(([method, referred]) => `${method} on ${referred}`);
  expect(wanted.filter((pair) => !said.includes(pair))).toEqual([]);
});

test.each(EFFECTS)('effectOf says of a %s on %s: %s', (method, referred, shown) => {
  const effect = effectOf(method, referred);
  const { pending, failed, queued, settled } = effect?.txStates ?? {};
  const said = effect && [
    effect.name,
    pending,
    failed,
    queued,
    settled,
    ...(effect.settles ? ['settles'] : []),
  ];
  expect(said?.join(' ') ?? null).toBe(shown);
});

test.each([
  ['isStartMethod', isStartMethod, ['SALE', 'AUTH', 'SALE_3DS', 'AUTH_3DS']],
  ['isCapture', isCapture, ['SALE', 'SALE_3DS', 'CHARGE']],
  ['requiresAuthorisation', requiresAuthorisation, ['CHARGE']],
] as const)('%s is true of its methods and of no others', (_, holds, methods) => {
  expect(BillingMethod.options.filter(holds).sort()).toEqual([...methods].sort());
});

test('requireEffect raises where a method cannot act on what it refers to', () => {
  expect(requireEffect('REFUND', 'SALE')).toBe(effectOf('REFUND', 'SALE'));
  expect(() => requireEffect('VOID', 'REFUND')).toThrow('Cannot say what VOID does: it refers to REFUND');
});
