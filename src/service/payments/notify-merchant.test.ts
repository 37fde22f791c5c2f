import { afterAll, expect, test } from 'vitest';
import { BillingMethod } from '../../contract/billing/billing.ts';
import { CallbackBody, CallbackInfo } from '../../contract/billing/callback.ts';
import { callbacks } from '../tables/callbacks.ts';
import { billWithCallback, callbackOf } from '../test-kit/test-callbacks.ts';
import { openTestShop } from '../test-kit/test-shop.ts';
import { bodyToSend, notifyMerchant } from './notify-merchant.ts';
import { callbackBodyOf } from './present/callback-body.ts';

const shop = await openTestShop();
afterAll(shop.close);

const url = 'http://localhost:3000/callback?order=7';
const text = expect.any(String);

test('notifyMerchant stores the body that the specification shows, all texts but child_business_id', async () => {
  const auth = await billWithCallback(shop, { url, form: { method: 'AUTH', orderID: 'order 7' } });
  const charge = await billWithCallback(shop, {
    url,
    form: { method: 'CHARGE', amount: '4', transactionID: auth.operation.transactionId },
    metadata: { basket: 7 },
  });
  const row = await callbackOf(shop, charge);
  const { info } = row;
  const parsed = JSON.parse(await bodyToSend(shop.context, row));
  expect(info).toBe('CHARGE_SUCCEEDED');
  expect(parsed).toEqual({
    transaction: {
      user_id: expect.stringMatching(/^[0-9]+$/),
      business_id: String(shop.accountId),
      child_business_id: null,
      processor: 'sandbox',
      merchant_ref: 'demo',
      pm_id: expect.stringMatching(/^[0-9]+$/),
      token: expect.stringMatching(/^cc_/),
      external_token: expect.stringMatching(/^ntk_/),
      source: 'card',
      method: 'CHARGE',
      amount: '4.00',
      currency: 'EUR',
      status: 'SUCCESS',
      transaction_id: charge.operation.transactionId,
      order_id: 'order 7',
      payment_id: auth.payment.id,
      transaction_date: '2030-01-01 12:00:00',
      ref_transaction_id: auth.operation.transactionId,
      log: expect.stringMatching(/^[0-9]+$/),
      created_at: '2030-01-01 12:00:00',
      metadata: [
        { key: 'callback_url', value: url },
        { key: 'processor_transaction_id', value: expect.stringMatching(/^[0-9]{12}$/) },
        { key: 'transactionDetails', value: text },
        { key: 'basket', value: '7' },
      ],
    },
    notification_details: { isSuccess: '1', info: 'CHARGE_SUCCEEDED' },
  });
  expect(CallbackBody.parse(parsed)).toEqual(parsed);
  const details = JSON.parse(parsed.transaction.metadata[2].value);
  expect(details).toEqual({
    currentProcessorReference: parsed.transaction.metadata[1].value,
    currentMerchantReference: charge.operation.transactionId,
    originalProcessorReference: expect.stringMatching(/^[0-9]{12}$/),
    originalMerchantReference: auth.operation.transactionId,
  });
});

test('notifyMerchant tells of a decline with its reason', async () => {
  const declined = await billWithCallback(shop, {
    url,
    form: { ccToken: 'tok_sandbox_4000000000009995' },
  });
  const { transaction, notification_details } = JSON.parse((await callbackOf(shop, declined)).body);
  expect(notification_details).toEqual({ isSuccess: '0', info: 'SALE_FAILED' });
  expect(transaction).toMatchObject({ status: 'FAILURE' });
  expect(transaction.metadata).toContainEqual({ key: 'failure_code', value: 'insufficient_funds' });
});

test('notifyMerchant tells of an authorisation that ended by time', async () => {
  const transaction = await billWithCallback(shop, { url, form: { method: 'AUTH' } });
  const body = callbackBodyOf(shop.context, { transaction, event: { info: 'AUTH_EXPIRED' } });
  expect(body.notification_details).toEqual({ isSuccess: '0', info: 'AUTH_EXPIRED' });
  expect(body.transaction.status).toBe('SUCCESS');
  expect(body.transaction.metadata).toContainEqual({ key: 'failure_code', value: 'authorisation_expired' });
});

test('notifyMerchant writes nothing without a callback URL, nor when the transaction is rolled back', async () => {
  const count = () => shop.context.db.$count(callbacks);
  const before = await count();
  const { context } = shop;
  const sale = { method: 'SALE', amount: '1', currency: 'EUR', merchant_id: '1001' };
  const transaction = await shop.bill({ ...sale, ccToken: 'tok_sandbox_4242424242424242' });
  await notifyMerchant(context, { transaction, answerTo: null });
  expect(await count()).toBe(before);
  const withUrl = { ...transaction, operation: { ...transaction.operation, callbackUrl: url } };
  const rolledBack = context.db.transaction(async (db) => {
    await notifyMerchant({ ...context, db }, { transaction: withUrl, answerTo: null });
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  expect(await count()).toBe(before);
});

test('notifyMerchant refuses an operation that has not ended', async () => {
  const transaction = await billWithCallback(shop, { url });
  const open = { ...transaction, operation: { ...transaction.operation, status: 'PENDING' as const } };
  await expect(notifyMerchant(shop.context, { transaction: open, answerTo: null })).rejects.toThrow(
    'pending',
  );
});

test('CallbackInfo is the closed list of 20, two for every method', () => {
  expect(CallbackInfo.options).toHaveLength(20);
  for (const method of BillingMethod.options) {
    expect(CallbackInfo.options).toEqual(expect.arrayContaining([`${method}_SUCCEEDED`, `${method}_FAILED`]));
  }
});
