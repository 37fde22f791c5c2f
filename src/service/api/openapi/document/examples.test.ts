import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestShop, type TestShop } from '../../../test-kit/test-shop.ts';
import { challenge, declined, paymentMethodRecord, record, sale } from '../examples.ts';
import { openApiDocument } from './document.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

const form = {
  method: 'SALE',
  amount: '48.50',
  currency: 'EUR',
  merchant_id: '1001',
  orderID: 'order-77',
  ccToken: 'tok_sandbox_4242424242424242',
  transactionID: 'order-77-1',
};

/** What differs from one payment to the next. */
const VARIES =
  /^(id|pm_id|user_id|authcode|requestID|request_id|token|external_token|paymentID|payment_id|TxID|transactionReference|PAReq|MD|RedirectURL|3ds_confirmation_box_url)$/;

/** The same, with its length in place of what varies. */
function shapeOf(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (name, value) => {
    if (name === 'value') return String(value).replaceAll(/\d{12}/g, '000000000000');
    if (!VARIES.test(name)) return value;
    // Names its own transaction.
    if (name === 'PAReq') return 'text';
    if (typeof value !== 'string') return typeof value;
    const [, prefix = '', own = ''] = /^([a-z]{2,3}_|.*\/)?([\w-]*)$/.exec(value) ?? [];
    return `${prefix}${own.length}`;
  });
}

const billed = async (change: Partial<typeof form>) =>
  shapeOf(JSON.parse(await (await shop.post('/wallet/api/v1/billing', { ...form, ...change })).text()));

test('sale and record are what the example request is answered with', async () => {
  expect(await billed({})).toEqual(shapeOf({ transaction: sale, pm: paymentMethodRecord, status: 'OK' }));
  const answer = await shop.get('/wallet/api/v1/transactions/order-77-1');
  expect(shapeOf(JSON.parse(await answer.text()))).toEqual(shapeOf({ transaction: record, status: 'OK' }));
});

test('challenge is what a 3DS start at 10 GBP is answered with', async () => {
  const start = { method: 'SALE_3DS', amount: '10', currency: 'GBP' };
  const ids = { orderID: 'order-78', transactionID: 'order-78-1' };
  expect(await billed({ ...start, ...ids })).toEqual(
    shapeOf({ transaction: challenge, pm: paymentMethodRecord, status: 'OK' }),
  );
});

test('declined is what a card without funds is answered with', async () => {
  const change = { ccToken: 'tok_sandbox_4000000000009995', transactionID: 'order-77-2' };
  const { transaction } = declined;
  const expected = { ...declined, transaction: { ...transaction, transactionID: 'order-77-2' } };
  expect(await billed(change)).toEqual(shapeOf(expected));
});

test("openApiDocument's examples carry the address of the service", () => {
  const text = JSON.stringify(openApiDocument('https://pay.example'));
  expect(text.match(/.{40}127\.0\.0\.1:4000/g)).toBeNull();
  expect(text.match(/https:\/\/pay\.example\/3ds\/box\//g)?.length).toBeGreaterThan(0);
});
