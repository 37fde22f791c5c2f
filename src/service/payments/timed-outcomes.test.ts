import { afterAll, expect, test } from 'vitest';
import { DAY_SECONDS, openTestShop } from '../test-kit/test-shop.ts';
import { sweep } from './sweep.ts';

const shop = await openTestShop();
afterAll(shop.close);

const URL = 'http://127.0.0.1:9999/callback';
const money = { amount: '10.00', currency: 'EUR' };
const auth = {
  method: 'AUTH',
  ...money,
  merchantRef: 'demo-async',
  ccToken: 'tok_sandbox_4242424242424242',
};
const told = { ...auth, callback_url: URL };
const start = async (values: Record<string, string> = told) =>
  (await shop.answer(values)).transaction.transactionID;
const move = async (method: string, transactionID: string, metadata = {}, amount = '10.00') =>
  (await shop.answer({ method, transactionID, amount, currency: 'EUR' }, metadata)).transaction;
const infos = async (id: string) =>
  (await shop.told(id)).map(({ notification_details }) => notification_details.info);

test('an asynchronous merchant needs a callback_url, its own or that of the start', async () => {
  const required = { code: 'callback_url_required', param: 'callback_url' };
  for (const method of ['CHARGE', 'REFUND', 'VOID']) {
    const id = await start(method === 'REFUND' ? { ...auth, method: 'SALE' } : auth);
    await expect(move(method, id)).rejects.toMatchObject(required);
    await shop.answer({ method, transactionID: id, ...money, callback_url: URL });
    shop.advance(2);
  }
  expect(await move('CHARGE', await start())).toMatchObject({ status: 'PENDING' });
});

test('an asynchronous CHARGE is pending, holds its amount, and ends after two seconds', async () => {
  const id = await start();
  const charge = await move('CHARGE', id);
  expect(charge).toMatchObject({
    status: 'PENDING',
    processorStatus: 'pending',
    processor: 'sandbox-async',
    authcode: '',
    sandbox: {
      payment_state: 'AUTHORISED',
      captured: '0.00',
      capture_pending: '10.00',
      remaining: '0.00',
    },
  });
  expect(await shop.record(charge.transactionID)).toMatchObject({ status: 'PENDING' });
  await expect(move('CHARGE', id)).rejects.toMatchObject({ code: 'amount_exceeds_authorised' });
  const notYet = (code: string) => ({ code, message: expect.stringContaining('is under way, wait for') });
  for (const named of [id, charge.transactionID]) {
    await expect(move('VOID', named)).rejects.toMatchObject(notYet('transaction_not_voidable'));
    await expect(move('REFUND', named)).rejects.toMatchObject(notYet('transaction_not_refundable'));
  }
  shop.advance(2);
  expect(await shop.record(charge.transactionID)).toMatchObject({
    status: 'SUCCESS',
    sandbox: { payment_state: 'CAPTURED', captured: '10.00' },
  });
  expect(await infos(id)).toEqual(['AUTH_SUCCEEDED', 'CHARGE_SUCCEEDED']);
});

test('what names an asynchronous CHARGE beside one that is captured hears that it is under way', async () => {
  const id = await start();
  await move('CHARGE', id, {}, '4.00');
  shop.advance(2);
  const second = (await move('CHARGE', id, {}, '5.00')).transactionID;
  for (const method of ['VOID', 'REFUND']) {
    await expect(move(method, second, {}, '5.00')).rejects.toThrow(/the CHARGE referred to is under way/);
  }
});

test('multiCapture off: a capture on its way closes the rest until it fails, and no VOID overtakes it', async () => {
  await shop.set(1002, { multiCapture: false });
  const id = await start();
  await move('CHARGE', id, { sandbox_result: '05' }, '4.00');
  await expect(move('CHARGE', id, {}, '1.00')).rejects.toMatchObject({ code: 'amount_exceeds_authorised' });
  await expect(move('VOID', id)).rejects.toMatchObject({ code: 'transaction_not_voidable' });
  shop.advance(2);
  expect((await move('CHARGE', id, {}, '1.00')).status).toBe('PENDING');
  await shop.set(1002, {});
});

test('asynchronous REFUND and VOID end later too, and a VOID under way keeps others out', async () => {
  const id = await start({ ...told, method: 'SALE' });
  const refund = await move('REFUND', id, { sandbox_result: '91' }, '4.00');
  expect(refund.status).toBe('PENDING');
  await expect(move('REFUND', id, {}, '6.01')).rejects.toMatchObject({
    code: 'amount_exceeds_refundable',
    totals: { captured: '10.00', refunded: '0.00', refund_pending: '4.00' },
  });
  await expect(move('VOID', id)).rejects.toMatchObject({ code: 'transaction_not_voidable' });
  shop.advance(2);
  expect(await shop.record(refund.transactionID)).toMatchObject({
    status: 'FAILURE',
    sandbox: { refunded: '0.00', refund_pending: '0.00' },
    metadata: expect.arrayContaining([{ key: 'failure_code', value: 'issuer_unavailable' }]),
  });
  const pending = await move('VOID', id);
  expect(pending).toMatchObject({ status: 'PENDING', sandbox: { payment_state: 'CAPTURED' } });
  for (const [method, code] of [
    ['REFUND', 'transaction_not_refundable'],
    ['VOID', 'transaction_not_voidable'],
  ] as const) {
    await expect(move(method, id)).rejects.toMatchObject({ code });
  }
  shop.advance(2);
  expect((await shop.record(id)).sandbox.payment_state).toBe('VOIDED');
  expect(await infos(id)).toEqual(['SALE_SUCCEEDED', 'REFUND_FAILED', 'VOID_SUCCEEDED']);
});

test('3002.00 and 3003.00 are asynchronous on the synchronous processor', async () => {
  const sale = { ...told, method: 'SALE', merchantRef: 'demo' };
  const good = await start({ ...sale, amount: '3002.00' });
  expect((await shop.record(good)).sandbox).toMatchObject({ captured: '0.00', capture_pending: '3002.00' });
  const bad = await start({ ...sale, amount: '3003.00' });
  expect((await shop.record(good)).status).toBe('PENDING');
  shop.advance(2);
  expect(await shop.record(good)).toMatchObject({ status: 'SUCCESS', sandbox: { captured: '3002.00' } });
  expect(await shop.record(bad)).toMatchObject({
    status: 'FAILURE',
    sandbox: { payment_state: 'FAILED', authorised: '0.00' },
  });
  expect([...(await infos(good)), ...(await infos(bad))]).toEqual(['SALE_SUCCEEDED', 'SALE_FAILED']);
});

test('of 4004.00 only half can be captured, what is being captured included', async () => {
  const id = await start({ ...told, amount: '4004.00' });
  expect((await move('CHARGE', id, {}, '2002.00')).status).toBe('PENDING');
  const second = await move('CHARGE', id, {}, '2002.00');
  shop.advance(2);
  expect(await shop.record(second.transactionID)).toMatchObject({
    status: 'FAILURE',
    sandbox: { captured: '2002.00', remaining: '2002.00' },
    metadata: expect.arrayContaining([{ key: 'failure_code', value: 'amount_limit' }]),
  });
});

test('sandbox_delay_ms sets when an asynchronous operation ends', async () => {
  const charge = await move('CHARGE', await start(), { sandbox_delay_ms: '30000' });
  shop.advance(29);
  expect((await shop.record(charge.transactionID)).status).toBe('PENDING');
  shop.advance(1);
  expect((await shop.record(charge.transactionID)).status).toBe('SUCCESS');
});

test('a pending operation that ends takes a new number among the payment’s events', async () => {
  const id = await start();
  const slow = await move('CHARGE', id, { sandbox_delay_ms: '9000' }, '1.00');
  const quick = await move('CHARGE', id, { sandbox_delay_ms: '1000' }, '1.00');
  shop.advance(9);
  const [first, second] = [await shop.record(quick.transactionID), await shop.record(slow.transactionID)];
  expect(second.log).toBeGreaterThan(first.log);
  const logs = (await shop.told(id)).map(({ transaction }) => Number(transaction.log));
  expect(logs).toEqual([...logs].sort((a, b) => a - b));
});

test('an authorisation that ends releases the rest and is told, by the sweeper or the first read', async () => {
  const [read, swept] = [await start(), await start()];
  await move('CHARGE', read, {}, '4.00');
  shop.advance(7 * DAY_SECONDS);
  expect((await shop.record(read)).sandbox).toMatchObject({ payment_state: 'CAPTURED', remaining: '0.00' });
  await sweep(shop.context);
  expect((await shop.record(swept)).sandbox.payment_state).toBe('EXPIRED');
  for (const id of [read, swept]) {
    const last = (await shop.told(id)).at(-1);
    expect(last?.notification_details).toEqual({ isSuccess: '0', info: 'AUTH_EXPIRED' });
    expect(last?.transaction).toMatchObject({ transaction_id: id, method: 'AUTH', status: 'SUCCESS' });
  }
});

test('an authorisation that was captured whole ends without a word', async () => {
  const id = await start();
  await move('CHARGE', id);
  shop.advance(7 * DAY_SECONDS);
  expect((await shop.record(id)).sandbox.payment_state).toBe('CAPTURED');
  expect(await infos(id)).toEqual(['AUTH_SUCCEEDED', 'CHARGE_SUCCEEDED']);
});

test('an authorisation does not end under a VOID on its way', async () => {
  const id = await start();
  shop.advance(7 * DAY_SECONDS - 1);
  await move('VOID', id);
  shop.advance(1);
  expect((await shop.record(id)).sandbox).toMatchObject({ payment_state: 'AUTHORISED', remaining: '10.00' });
  shop.advance(1);
  expect((await shop.record(id)).sandbox).toMatchObject({ payment_state: 'VOIDED', remaining: '0.00' });
  expect(await infos(id)).toEqual(['AUTH_SUCCEEDED', 'VOID_SUCCEEDED']);
});

test('an authorisation does not end under a capture on its way', async () => {
  const id = await start();
  shop.advance(7 * DAY_SECONDS - 1);
  const charge = await move('CHARGE', id, { sandbox_result: '05' }, '4.00');
  shop.advance(1);
  expect((await shop.record(id)).sandbox).toMatchObject({ payment_state: 'AUTHORISED', remaining: '6.00' });
  shop.advance(1);
  expect((await shop.record(id)).sandbox.payment_state).toBe('EXPIRED');
  expect((await shop.record(charge.transactionID)).status).toBe('FAILURE');
  expect(await infos(id)).toEqual(['AUTH_SUCCEEDED', 'CHARGE_FAILED', 'AUTH_EXPIRED']);
});

test('authorisationDays sets how long an authorisation lives', async () => {
  await shop.set(1001, { authorisationDays: 1 });
  const id = await start({ ...auth, merchantRef: 'demo' });
  await shop.set(1001, {});
  shop.advance(DAY_SECONDS);
  await expect(move('CHARGE', id)).rejects.toMatchObject({ code: 'authorisation_expired' });
});
