import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaymentMethod } from '../../../contract/billing/payment-method.ts';
import { payments } from '../../tables/payments.ts';
import { readJson, refusal } from '../../test-kit/test-client.ts';
import { APPROVED, testProvider } from '../../test-kit/test-provider.ts';
import { openTestShop, type TestShop } from '../../test-kit/test-shop.ts';

let shop: TestShop;
let provider: ReturnType<typeof testProvider>;
beforeAll(async () => {
  shop = await openTestShop();
  provider = testProvider(shop);
});
afterAll(() => shop.close());

type Values = Record<string, string>;
type Wallet = Awaited<ReturnType<TestShop['openWallet']>>;

/** What a shopper approved in a sheet, for 1.00 EUR at merchant 1001 unless told otherwise. */
async function approved(wallet: Wallet, values: Values = {}): Promise<PaymentMethod> {
  const start = { method: 'applepay', amount: '1.00', currency: 'EUR', ...values };
  await provider.end(await provider.started(wallet, start), APPROVED);
  const { payment_method } = await provider.read(wallet);
  if (!payment_method) throw new Error('no method');
  return payment_method;
}

const bill = (method: PaymentMethod, values: Values) =>
  shop.post('/wallet/api/v1/billing', {
    method: 'SALE',
    merchant_id: '1001',
    currency: 'EUR',
    ccToken: JSON.stringify(method),
    ...values,
  });

describe('S70: a token from a sheet', () => {
  test.each(['SALE', 'AUTH', 'SALE_3DS', 'AUTH_3DS'])(
    'is billed by %s for no more than was approved, in no other currency, at no other merchant, and is not spent by the attempt',
    async (name) => {
      const wallet = await shop.openWallet('guest');
      const method = await approved(wallet);
      const transactionID = randomUUID();
      const refused = (values: Values) => refusal(bill(method, { method: name, transactionID, ...values }));
      const tooMuch = [422, 'amount_exceeds_approved', 'amount'];
      expect(await refused({ amount: '1.01' })).toEqual(tooMuch);
      expect(await refused({ amount: '999.00' })).toEqual(tooMuch);
      const elsewhere = [422, 'currency_mismatch', 'currency'];
      expect(await refused({ amount: '999.00', currency: 'GBP' })).toEqual(elsewhere);
      expect(await refused({ amount: '0.50', currency: 'USD' })).toEqual(elsewhere);
      const other = { amount: '1.00', merchant_id: '1003' };
      expect(await refused(other)).toEqual([403, 'merchant_not_allowed', 'merchant_id']);
      const { db } = shop.context;
      expect(await db.$count(payments, eq(payments.userId, wallet.userId))).toBe(0);
      const answer = await readJson(await bill(method, { method: name, transactionID, amount: '1.00' }));
      expect(answer.transaction.transactionID).toBe(transactionID);
    },
  );

  test('names a merchant by the parameter that named it', async () => {
    const method = await approved(await shop.openWallet('guest'));
    const sale = { method: 'SALE', currency: 'EUR', amount: '1.00', merchantRef: 'second' };
    const billing = shop.post('/wallet/api/v1/billing', { ...sale, ccToken: method.cc_token });
    expect(await refusal(billing)).toEqual([403, 'merchant_not_allowed', 'merchantRef']);
  });

  test('is billed for less, once, and says that it is capped', async () => {
    const method = await approved(await shop.openWallet('guest'));
    const { transaction, pm } = await readJson(await bill(method, { amount: '0.60' }));
    expect(transaction).toMatchObject({ status: 'OK', amount: 0.6 });
    expect(pm).toMatchObject({ is_capped: 1, is_single_use: 1 });
    expect(await refusal(bill(method, { amount: '0.40' }))).toEqual([400, 'token_invalid', 'ccToken']);
  });

  test('is capped for the first payment alone where the shopper had it saved', async () => {
    const wallet = await shop.openWallet('user');
    const method = await approved(wallet, { saveForLater: '1' });
    const tooMuch = [422, 'amount_exceeds_approved', 'amount'];
    expect(await refusal(bill(method, { amount: '1.01' }))).toEqual(tooMuch);
    const first = await readJson(await bill(method, { amount: '1.00' }));
    expect(first.pm).toMatchObject({ is_capped: 0, is_single_use: 0 });
    const later = { amount: '25.00', currency: 'GBP', merchant_id: '1003' };
    expect((await readJson(await bill(method, later))).transaction.status).toBe('OK');
  });

  test('is spent by a decline of what was approved', async () => {
    const method = await approved(await shop.openWallet('guest'), { amount: '2000.05' });
    expect((await bill(method, { amount: '2000.05' })).status).toBe(402);
    expect(await refusal(bill(method, { amount: '1.00' }))).toEqual([400, 'token_invalid', 'ccToken']);
  });
});

test('S70: a card that was typed has no cap: the shopper approved no amount', async () => {
  const ccToken = await (await shop.openWallet('guest')).token('4242424242424242');
  const sale = { method: 'SALE', merchant_id: '1001', currency: 'EUR', amount: '999.00', ccToken };
  expect(await shop.answer(sale)).toMatchObject({ pm: { is_capped: 0 } });
});

describe('S69: a card token of a page whose refresh token was made for one merchant', () => {
  const sale = { method: 'SALE', currency: 'EUR', amount: '10.00' };

  test('begins no payment at another, and is not spent by the attempt', async () => {
    const wallet = await shop.openWallet('guest', 1001);
    const ccToken = await wallet.token('4242424242424242');
    const refused = (values: Values) =>
      refusal(shop.post('/wallet/api/v1/billing', { ...sale, ccToken, ...values }));
    expect(await refused({ merchant_id: '1003' })).toEqual([403, 'merchant_not_allowed', 'merchant_id']);
    expect(await refused({ merchantRef: 'second' })).toEqual([403, 'merchant_not_allowed', 'merchantRef']);
    const paid = await shop.answer({ ...sale, ccToken, merchant_id: '1001' });
    expect(paid.transaction.status).toBe('OK');
  });

  test('is the user’s at every merchant of the account once a payment has kept it', async () => {
    const wallet = await shop.openWallet('user', 1001);
    const ccToken = await wallet.token('4242424242424242', 'keep-on-success');
    const elsewhere = { ...sale, ccToken, merchant_id: '1003' };
    const refused = refusal(shop.post('/wallet/api/v1/billing', elsewhere));
    expect(await refused).toEqual([403, 'merchant_not_allowed', 'merchant_id']);
    await shop.answer({ ...sale, ccToken, merchant_id: '1001' });
    expect((await shop.answer(elsewhere)).transaction.status).toBe('OK');
  });
});
