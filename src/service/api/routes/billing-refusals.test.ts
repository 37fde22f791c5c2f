import { afterAll, expect, test } from 'vitest';
import { refusal } from '../../test-kit/test-client.ts';
import { testProvider } from '../../test-kit/test-provider.ts';
import { DAY_SECONDS, openTestShop } from '../../test-kit/test-shop.ts';

const BILLING = '/wallet/api/v1/billing';
const money = { amount: '48.50', currency: 'EUR' };
const start = { ...money, ccToken: 'tok_sandbox_4242424242424242', merchant_id: '1001' };
const challenged = { ...start, amount: '10', currency: 'GBP', method: 'AUTH_3DS' };

const shop = await openTestShop();
afterAll(shop.close);

async function begin(form: Record<string, string>): Promise<string> {
  const answer = await shop.post(BILLING, form);
  const { transaction } = JSON.parse(await answer.text());
  return transaction.transactionID;
}

const follow = async (method: string, transactionID: string, form: Record<string, string> = money) =>
  refusal(shop.post(BILLING, { ...form, method, transactionID }));

test('POST billing refuses a follow-up that the payment does not allow', async () => {
  const sale = await begin({ ...start, method: 'SALE' });
  const auth = await begin({ ...start, method: 'AUTH' });
  expect((await follow('CHARGE', sale)).slice(0, 2)).toEqual([409, 'transaction_not_capturable']);
  expect((await follow('REFUND', sale, { ...money, currency: 'USD' })).slice(0, 2)).toEqual([
    422,
    'currency_mismatch',
  ]);
  const mismatch = await shop.post(BILLING, {
    ...money,
    currency: 'USD',
    method: 'REFUND',
    transactionID: sale,
  });
  expect(JSON.parse(await mismatch.text()).error.sandbox).toMatchObject({
    payment_state: 'CAPTURED',
    captured: '48.50',
  });
  expect((await follow('REFUND', sale, { ...money, amount: '48.51' })).slice(0, 2)).toEqual([
    422,
    'amount_exceeds_refundable',
  ]);
  expect((await follow('VOID', auth, { amount: '1', currency: 'EUR' })).slice(0, 2)).toEqual([
    422,
    'amount_mismatch',
  ]);
  await shop.post(BILLING, { method: 'VOID', transactionID: auth });
  expect((await follow('VOID', auth, {})).slice(0, 2)).toEqual([409, 'transaction_already_voided']);
});

test.each([
  [{ amount: '0x10' }, "Cannot read parameter 'amount': it must be a decimal number such as 12.34"],
  [{ amount: '9999999999' }, 'at most nine digits'],
  [{ metadata: '{' }, "Cannot read parameter 'metadata': it must be the text of a JSON object"],
  [{ metadata: '[]' }, "Cannot read parameter 'metadata': it must be the text of a JSON object"],
  [{ orderID: 'a\u0001' }, "'orderID': it must have 1 to 64 characters, none of them a control character"],
  [{ merchant_id: 'abc' }, "'merchant_id': it must be a whole number from 1 to 999999999"],
  [{ callback_url: 'shop/hook' }, "Cannot read parameter 'callback_url': it must be an absolute http"],
])('POST billing says of %j in words what it wants', async (given, message) => {
  const answer = await shop.post(BILLING, { ...start, method: 'SALE', ...given });
  expect(JSON.parse(await answer.text()).error.message).toContain(message);
});

test('POST billing refuses what has had its time', async () => {
  const sale = await begin({ ...start, method: 'SALE' });
  const auth = await begin({ ...start, method: 'AUTH' });
  shop.advance(8 * DAY_SECONDS);
  expect((await follow('CHARGE', auth)).slice(0, 2)).toEqual([409, 'authorisation_expired']);
  expect((await follow('VOID', sale, {})).slice(0, 2)).toEqual([409, 'transaction_not_voidable']);
});

test('POST billing answers for an open and for a failed authentication', async () => {
  const open = await begin(challenged);
  const charge = { amount: '10', currency: 'GBP' };
  expect((await follow('CHARGE', open, charge)).slice(0, 2)).toEqual([409, 'awaiting_3ds']);
  const failing = { ...challenged, ccToken: 'tok_sandbox_4000000000002925' };
  expect(await refusal(shop.post(BILLING, failing))).toEqual([402, 'three_ds_failed']);
});

test('POST billing asks for what the merchant needs', async () => {
  const auth = await begin({ ...start, merchant_id: '1002', method: 'AUTH' });
  expect((await follow('CHARGE', auth)).slice(0, 2)).toEqual([400, 'callback_url_required']);
  await shop.set(1001, { moto: false });
  const moto = { ...start, method: 'SALE', metadata: '{"moto":"phone"}' };
  expect((await refusal(shop.post(BILLING, moto))).slice(0, 2)).toEqual([403, 'moto_not_enabled']);
});

test("POST billing starts payments within the merchant's bounds alone, and moves any part of them", async () => {
  await shop.set(1001, { smallestAmount: 500, largestAmount: 2_000 });
  const auth = (amount: string) => ({ ...start, method: 'AUTH', amount });
  const refused = (amount: string) => refusal(shop.post(BILLING, auth(amount)));
  expect(await refused('4.99')).toEqual([400, 'amount_too_small', 'amount']);
  expect(await refused('20.01')).toEqual([400, 'amount_too_large', 'amount']);
  expect(await begin(auth('5'))).toMatch(/^txn_/);
  const part = { method: 'CHARGE', transactionID: await begin(auth('20')), amount: '0.01', currency: 'EUR' };
  expect((await shop.post(BILLING, part)).status).toBe(200);
  const atProvider = testProvider(shop).start(await shop.openWallet('guest'), { amount: '20.01' });
  expect(await refusal(atProvider)).toEqual([400, 'amount_too_large', 'amount']);
});
