import { afterAll, expect, test } from 'vitest';
import { BillingAnswer, StandardTransaction, ThreeDsTransaction } from '../../../contract/billing/billing.ts';
import { CallbackTransaction } from '../../../contract/billing/callback.ts';
import { TransactionRecord } from '../../../contract/billing/transaction.ts';
import { readTransaction } from '../../api/read-transaction.ts';
import { openTestShop } from '../../test-kit/test-shop.ts';
import { completeChallenge } from '../../test-kit/test-verbs.ts';
import { billingPartsOf } from './billing-answer.ts';

/** Golden answers, written by hand from the specification's tables: every field, type and spelling. Rule: billing/processor-data. */
const shop = await openTestShop();
afterAll(shop.close);

const URL = 'http://127.0.0.1:9999/callback';
const CARD = 'tok_sandbox_4242424242424242';
const start = {
  method: 'AUTH_3DS',
  amount: '10',
  currency: 'GBP',
  ccToken: CARD,
  merchantRef: 'demo',
  orderID: 'order 7',
  callback_url: URL,
};
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
const twelveDigits = expect.stringMatching(/^[0-9]{12}$/);

const data = (stage: Record<string, unknown>) => ({
  TxID: twelveDigits,
  MerchantRef: 'demo',
  Currency: 'GBP',
  AuthoriseAmount: '10.00',
  BIN: '424242',
  CardNumberLast4: '4242',
  CardExpiryYYMM: '9912',
  CardType: 'VI',
  CardTypeName: 'Visa',
  IsKeyed: '0',
  ...stage,
});
const approved = { ReturnCode: '00', ReturnText: 'Approved' };
const authorised = { AuthorisationCode: expect.stringMatching(/^[0-9A-Z]{6}$/), AvsResultCode: 'U' };
const pm = {
  id: expect.any(Number),
  source: 'card',
  issuer_short: 'VI',
  issuer_full: 'visa',
  last_4_digits: '4242',
  is_single_use: 0,
  is_short_live: 0,
  is_capped: 0,
  is_expired: 0,
  is_default: 0,
  metadata: [],
};
const sandbox = (figures: Record<string, unknown>) => ({
  authorised: '10.00',
  captured: '0.00',
  capture_pending: '0.00',
  refunded: '0.00',
  refund_pending: '0.00',
  remaining: '0.00',
  three_ds: { trans_status: 'Y', eci: '05' },
  ...figures,
});

async function authorise(method = 'AUTH_3DS') {
  const { operation, challenge } = await shop.bill({ ...start, method });
  await completeChallenge(shop.context, { challengeId: challenge?.id ?? '', result: 'Y' });
  return operation.transactionId;
}
const presented = async (transactionId: string) =>
  billingPartsOf(
    shop.context,
    await readTransaction(shop.context, { accountId: shop.accountId, transactionId }),
  );

test('the answer to a 3DS start', async () => {
  const answer = await shop.answer({ ...start, transactionID: 'golden.3ds' });
  const url = /^http:\/\/127\.0\.0\.1:4000\/3ds\/box\/[\w-]{43}$/;
  expect(answer).toStrictEqual({
    transaction: {
      transactionReference: twelveDigits,
      processorData: data({
        TxState: '3P',
        TxStateText: '3D-Secure authentication pending',
        ReturnCode: '3D',
        ReturnText: '3D-Secure authentication required',
        ACSUrl: 'http://localhost:4001/acs',
        PAReq: expect.stringMatching(/^[\w-]{250,400}$/),
        MD: expect.stringMatching(/^[0-9a-f]{32}$/),
        TermUrl: 'http://127.0.0.1:4000/3ds/term',
        RedirectURL: expect.stringMatching(url),
      }),
      transactionDetails: { transactionReference: twelveDigits },
      processorStatus: '3ds_pending',
      status: 'PENDING',
      processor: 'sandbox',
      source: 'card',
      orderID: 'order 7',
      paymentID: uuid,
      amount: '10.00',
      transactionID: 'golden.3ds',
      '3ds_confirmation_box_url': expect.stringMatching(url),
      awaiting_confirmation: 1,
      sandbox: sandbox({
        payment_state: 'PENDING_3DS',
        authorised: '0.00',
        three_ds: { trans_status: 'C', eci: '07' },
      }),
    },
    pm,
  });
  const { transaction } = answer;
  if (!('transactionReference' in transaction)) throw new Error('no 3DS answer');
  expect(transaction.transactionReference).toBe(transaction.processorData['TxID']);
  expect(transaction.transactionDetails.transactionReference).toBe(transaction.transactionReference);
  expect(JSON.parse(JSON.stringify(BillingAnswer.parse({ ...answer, status: 'OK' }).transaction))).toEqual(
    JSON.parse(JSON.stringify(transaction)),
  );
});

const MOVES: [string, string, Record<string, unknown>, Record<string, unknown>][] = [
  [
    'CHARGE',
    'approved',
    {
      TxState: 'CQ',
      TxStateText: 'Capture queued',
      ...approved,
      ...authorised,
      CaptureAmount: '10.00',
    },
    { payment_state: 'CAPTURED', captured: '10.00' },
  ],
  [
    'VOID',
    'voided',
    { TxState: 'AV', TxStateText: 'Authorisation voided', ...approved, CaptureAmount: '0.00' },
    { payment_state: 'VOIDED' },
  ],
];
test.each(MOVES)('the answer to a %s after 3DS', async (method, processorStatus, stage, figures) => {
  const transactionID = await authorise();
  const answer = await shop.answer({ method, transactionID, amount: '10', currency: 'GBP' });
  expect(answer.transaction).toStrictEqual({
    transactionReference: twelveDigits,
    processorData: data(stage),
    transactionDetails: { transactionReference: twelveDigits },
    processorStatus,
    status: 'OK',
    processor: 'sandbox',
    source: 'card',
    orderID: 'order 7',
    paymentID: uuid,
    amount: 10,
    transactionID: expect.stringMatching(/^txn_/),
    awaiting_confirmation: 0,
    sandbox: sandbox(figures),
  });
  ThreeDsTransaction.parse(answer.transaction);
});

test('processorData by stage: authorised, sold, settled, refunded, capture voided, declined, in error, ended without 3DS', async () => {
  const stage = async (id: string) => {
    const { transaction } = await presented(id);
    return 'processorData' in transaction ? transaction.processorData : {};
  };
  const auth = await authorise();
  expect(await stage(auth)).toEqual(
    data({ TxState: 'AU', TxStateText: 'Authorised', ...approved, ...authorised }),
  );
  const sale = await authorise('SALE_3DS');
  const refunding = { method: 'REFUND', transactionID: sale, amount: '4', currency: 'GBP' };
  const refund = (await shop.answer(refunding)).transaction.transactionID;
  const voided = await authorise('SALE_3DS');
  const voiding = (await shop.answer({ method: 'VOID', transactionID: voided })).transaction.transactionID;
  const captured = { ...approved, ...authorised, CaptureAmount: '10.00' };
  expect(await stage(sale)).toEqual(data({ TxState: 'CQ', TxStateText: 'Capture queued', ...captured }));
  expect(await stage(refund)).toMatchObject({ TxState: 'RQ', TxStateText: 'Refund queued' });
  shop.advance(86_400);
  expect(await stage(sale)).toEqual(data({ TxState: 'CS', TxStateText: 'Captured', ...captured }));
  expect(await stage(refund)).toEqual(
    data({ TxState: 'RS', TxStateText: 'Refunded', ...approved, CaptureAmount: '10.00' }),
  );
  expect(await stage(voiding)).toMatchObject({ TxState: 'CV', CaptureAmount: '0.00' });
  const lost = { ...start, amount: '11', ccToken: 'tok_sandbox_4000000000009987' };
  const declined = (await shop.answer(lost)).transaction.transactionID;
  expect(await stage(declined)).toEqual(
    data({
      TxState: 'AD',
      TxStateText: 'Authorisation declined',
      ReturnCode: '41',
      ReturnText: 'Lost card',
      AuthoriseAmount: '11.00',
      BIN: '400000',
      CardNumberLast4: '9987',
    }),
  );
  const failed = await shop.answer({ ...lost, ccToken: 'tok_sandbox_4000000000000119' });
  expect(failed.transaction).toMatchObject({
    status: 'FAILURE',
    processorStatus: 'error',
    processorData: { TxState: 'ER', TxStateText: 'Processor error', ReturnCode: '96' },
  });
  for (const [result, state, method] of [
    ['N', '3F', 'AUTH_3DS'],
    ['cancel', '3C', 'SALE_3DS'],
  ] as const) {
    const { operation, challenge } = await shop.bill({ ...start, method });
    await completeChallenge(shop.context, { challengeId: challenge?.id ?? '', result });
    expect(await stage(operation.transactionId)).toMatchObject({ TxState: state, ReturnCode: '3D' });
  }
  const open = (await shop.bill({ ...start, method: 'SALE_3DS' })).operation.transactionId;
  const ending = (await shop.answer({ method: 'VOID', transactionID: open })).transaction.transactionID;
  const cancelled = { TxState: '3C', TxStateText: '3D-Secure authentication cancelled' };
  expect(await stage(ending)).toEqual(data({ ...cancelled, ...approved, CaptureAmount: '0.00' }));
  expect(await stage(open)).not.toHaveProperty('CaptureAmount');
  const { operation } = await shop.bill(start);
  shop.advance(900);
  expect(await stage(operation.transactionId)).toMatchObject({ TxState: '3T' });
});

test('a frictionless 3DS answer has no box, a number as amount and awaiting_confirmation 0', async () => {
  const { transaction } = await shop.answer({ ...start, amount: '10.50', method: 'SALE_3DS' });
  expect(transaction).toMatchObject({
    amount: 10.5,
    awaiting_confirmation: 0,
    status: 'OK',
    processorStatus: 'approved',
  });
  expect(transaction).not.toHaveProperty('3ds_confirmation_box_url');
  const pending = await shop.answer({ ...start, amount: '3002', method: 'SALE_3DS' });
  expect(pending.transaction).toMatchObject({
    amount: 3002,
    processorStatus: 'pending',
    processorData: { TxState: 'CP', ReturnCode: '09' },
  });
});

test('payments without 3DS keep the standard variant throughout', async () => {
  const plain = await shop.answer({ ...start, method: 'AUTH' });
  const { transactionID } = plain.transaction;
  const charge = await shop.answer({ method: 'CHARGE', transactionID, amount: '10', currency: 'GBP' });
  for (const { transaction } of [plain, charge]) {
    expect(Object.keys(transaction)).toEqual([
      'status',
      'authcode',
      'tstamp',
      'requestID',
      'processor',
      'source',
      'orderID',
      'amount',
      'transactionID',
      'sandbox',
    ]);
    StandardTransaction.parse(transaction);
  }
});

test('an order by phone, e-mail or letter shows processorData beside the standard variant, keyed', async () => {
  const sale = await shop.answer({ ...start, method: 'SALE' }, { moto: 'phone' });
  const auth = await shop.answer({ ...start, method: 'AUTH' }, { moto: 'mail' });
  const lost = { ...start, method: 'SALE', ccToken: 'tok_sandbox_4000000000009987' };
  const declined = await shop.answer(lost, { moto: 'email' });
  const keyed = (stage: Record<string, unknown>) => data({ ...stage, IsKeyed: '1' });
  const captured = { ...approved, ...authorised, CaptureAmount: '10.00' };
  const sold = keyed({ TxState: 'CQ', TxStateText: 'Capture queued', ...captured });
  expect(sale.transaction).toMatchObject({ status: 'OK', amount: 10, processorData: sold });
  const reserved = keyed({ TxState: 'AU', TxStateText: 'Authorised', ...approved, ...authorised });
  expect(auth.transaction).toMatchObject({ status: 'OK', processorData: reserved });
  expect(declined.transaction).toMatchObject({
    status: 'FAILURE',
    processorData: { TxState: 'AD', ReturnCode: '41', IsKeyed: '1' },
  });
  for (const { transaction } of [sale, auth, declined]) {
    expect(StandardTransaction.parse(transaction)).toStrictEqual(transaction);
  }
});

test('the record of the lookup, and the same in a callback: ids, amount and log as strings, no sandbox', async () => {
  const id = await authorise();
  const charging = { method: 'CHARGE', transactionID: id, amount: '4.5', currency: 'GBP' };
  await shop.answer({ ...charging, amount: '1' });
  const charge = (await shop.answer(charging, { basket: 7 })).transaction.transactionID;
  const record = await shop.record(charge);
  const common = {
    child_business_id: null,
    processor: 'sandbox',
    merchant_ref: 'demo',
    source: 'card',
    token: expect.stringMatching(/^cc_/),
    external_token: expect.stringMatching(/^ntk_/),
    method: 'CHARGE',
    currency: 'GBP',
    status: 'SUCCESS',
    transaction_id: charge,
    order_id: 'order 7',
    payment_id: uuid,
    ref_transaction_id: id,
    transaction_date: expect.stringMatching(/^2030-01-\d\d \d\d:\d\d:\d\d$/),
    created_at: expect.stringMatching(/^2030-01-\d\d \d\d:\d\d:\d\d$/),
  };
  const details = {
    currentProcessorReference: twelveDigits,
    currentMerchantReference: charge,
    originalProcessorReference: twelveDigits,
    originalMerchantReference: id,
  };
  const entries = [
    { key: 'callback_url', value: URL },
    { key: 'processor_transaction_id', value: twelveDigits },
    { key: 'transactionDetails', value: expect.any(String) },
    { key: 'basket', value: '7' },
  ];
  expect(record).toStrictEqual({
    ...common,
    user_id: expect.any(Number),
    business_id: shop.accountId,
    pm_id: expect.any(Number),
    amount: 4.5,
    log: expect.any(Number),
    metadata: entries,
    sandbox: {
      merchant_id: 1001,
      ...sandbox({ payment_state: 'PARTIALLY_CAPTURED', captured: '5.50', remaining: '4.50' }),
      settled_at: null,
    },
  });
  expect(JSON.parse(record.metadata[2]?.value ?? '')).toEqual(details);
  TransactionRecord.parse(record);
  const told = (await shop.told(charge)).at(-1);
  expect(told).toStrictEqual({
    transaction: {
      ...common,
      user_id: String(record.user_id),
      business_id: String(shop.accountId),
      pm_id: String(record.pm_id),
      amount: '4.50',
      log: String(record.log),
      metadata: record.metadata,
    },
    notification_details: { isSuccess: '1', info: 'CHARGE_SUCCEEDED' },
  });
  CallbackTransaction.parse(told?.transaction);
});
