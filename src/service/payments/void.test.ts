import { afterAll, expect, test } from 'vitest';
import { AUTH, TEN_EUROS, testBills } from '../test-kit/test-bills.ts';
import { DAY_SECONDS, openTestShop } from '../test-kit/test-shop.ts';

const shop = await openTestShop();
afterAll(shop.close);

const { start, followUp } = testBills(shop);
const cancel = async (transactionID: string, values = {}) =>
  (await shop.answer({ method: 'VOID', transactionID, ...values })).transaction;
const refused = (transactionID: string, code: string, values = {}) =>
  expect(cancel(transactionID, values)).rejects.toMatchObject({ code });

test('VOID releases an authorisation whole, once, and its amount may be left out', async () => {
  const id = await start('AUTH');
  const voided = await cancel(id);
  expect(voided).toMatchObject({
    status: 'OK',
    amount: 10,
    sandbox: { payment_state: 'VOIDED', remaining: '0.00' },
  });
  expect(await shop.record(voided.transactionID)).toMatchObject({
    method: 'VOID',
    status: 'SUCCESS',
    ref_transaction_id: id,
  });
  await refused(id, 'transaction_already_voided');
  await expect(followUp('CHARGE', id, '1.00')).rejects.toMatchObject({ code: 'transaction_not_capturable' });
  await expect(followUp('REFUND', id, '1.00')).rejects.toMatchObject({ code: 'transaction_not_refundable' });
});

test('VOID releases what was not captured, and the payment keeps the rest until that is voided too', async () => {
  const id = await start('AUTH');
  const charge = await followUp('CHARGE', id, '4.00');
  expect(await cancel(id, { amount: '6.00', currency: 'EUR' })).toMatchObject({
    amount: 6,
    sandbox: { payment_state: 'CAPTURED', captured: '4.00', remaining: '0.00' },
  });
  await refused(id, 'transaction_already_voided');
  await cancel(charge);
  expect(await cancel(id)).toMatchObject({ amount: 4, sandbox: { payment_state: 'VOIDED' } });
});

test('VOID takes no other amount and no other currency', async () => {
  const id = await start('AUTH');
  await refused(id, 'amount_mismatch', { amount: '9.99' });
  await refused(id, 'currency_mismatch', { currency: 'USD' });
  await refused(id, 'amount_invalid', { amount: '1.001' });
  expect((await cancel(id, TEN_EUROS)).sandbox.payment_state).toBe('VOIDED');
});

test('the record shows when a capture or a refund was settled, of a voided or declined one never', async () => {
  const settledAt = async (id: string) => (await shop.record(id)).sandbox.settled_at;
  const auth = await start('AUTH');
  const charge = await followUp('CHARGE', auth, '4.00');
  const refund = await followUp('REFUND', charge, '1.00');
  const voided = await followUp('CHARGE', auth, '2.00');
  const cancelled = await cancel(voided);
  const declining = { method: 'CHARGE', transactionID: auth, ...TEN_EUROS, amount: '3.00' };
  const declined = (await shop.answer(declining, { sandbox_result: '05' })).transaction;
  const all = [auth, charge, refund, voided, cancelled.transactionID, declined.transactionID];
  expect(await Promise.all(all.map(settledAt))).toEqual([null, null, null, null, null, null]);
  const { created_at: begun } = await shop.record(charge);
  shop.advance(DAY_SECONDS);
  const aDayLater = new Date(Date.parse(`${begun.replace(' ', 'T')}Z`) + DAY_SECONDS * 1000).toISOString();
  const at = aDayLater.slice(0, 19).replace('T', ' ');
  expect(await Promise.all(all.map(settledAt))).toEqual([null, at, at, null, null, null]);
  await expect(cancel(charge)).rejects.toMatchObject({ code: 'transaction_not_voidable' });
});

test('VOID cancels a sale before its settlement, not after', async () => {
  const [early, late] = [await start('SALE'), await start('SALE')];
  shop.advance(DAY_SECONDS - 1);
  expect((await cancel(early)).sandbox).toMatchObject({ payment_state: 'VOIDED', captured: '0.00' });
  await refused(early, 'transaction_already_voided');
  await expect(followUp('REFUND', early, '1.00')).rejects.toMatchObject({
    code: 'transaction_not_refundable',
  });
  shop.advance(1);
  await expect(cancel(late)).rejects.toThrow(/settled at .*REFUND/);
  await refused(late, 'transaction_not_voidable');
});

test('VOID of a CHARGE makes its amount capturable again, while the authorisation lives', async () => {
  const id = await start('AUTH');
  const first = await followUp('CHARGE', id, '4.00');
  const second = await followUp('CHARGE', id, '6.00');
  await refused(id, 'transaction_not_voidable');
  expect((await cancel(first)).sandbox).toMatchObject({
    payment_state: 'PARTIALLY_CAPTURED',
    captured: '6.00',
    remaining: '4.00',
  });
  await refused(first, 'transaction_already_voided');
  await expect(followUp('REFUND', first, '1.00')).rejects.toMatchObject({
    code: 'transaction_not_refundable',
  });
  expect((await cancel(second)).sandbox).toMatchObject({ payment_state: 'AUTHORISED', remaining: '10.00' });
  await followUp('CHARGE', id, '10.00');
});

test('VOID of a CHARGE after the end of the authorisation gives its amount back for good', async () => {
  const id = await start('AUTH');
  shop.advance(7 * DAY_SECONDS - 60);
  const charge = await followUp('CHARGE', id, '10.00');
  shop.advance(120);
  expect((await cancel(charge)).sandbox).toMatchObject({ payment_state: 'VOIDED', remaining: '0.00' });
});

test('VOID takes back nothing that was refunded', async () => {
  const sale = await start('SALE');
  const refund = await followUp('REFUND', sale, '1.00');
  await refused(sale, 'transaction_not_voidable');
  await refused(refund, 'transaction_not_voidable');
  const id = await start('AUTH');
  const first = await followUp('CHARGE', id, '4.00');
  const second = await followUp('CHARGE', id, '6.00');
  await followUp('REFUND', first, '1.00');
  await refused(first, 'transaction_not_voidable');
  expect((await cancel(second)).sandbox).toMatchObject({ captured: '4.00', refunded: '1.00' });
  const third = await followUp('CHARGE', id, '6.00');
  await followUp('REFUND', id, '4.00');
  await refused(third, 'transaction_not_voidable');
});

test('VOID is refused for what failed, expired, was refunded whole or is itself a VOID', async () => {
  const failed = await shop.answer({ ...AUTH, ccToken: 'tok_sandbox_4000000000000002' });
  await refused(failed.transaction.transactionID, 'transaction_not_voidable');
  const id = await start('AUTH');
  const declined = await shop.answer(
    { method: 'CHARGE', transactionID: id, ...TEN_EUROS },
    { sandbox_result: '05' },
  );
  await refused(declined.transaction.transactionID, 'transaction_not_voidable');
  const kept = await start('AUTH');
  const charge = await followUp('CHARGE', kept, '1.00');
  const voided = await cancel(kept);
  await refused(voided.transactionID, 'transaction_not_voidable');
  await followUp('REFUND', charge, '1.00');
  await refused(charge, 'transaction_not_voidable');
  shop.advance(7 * DAY_SECONDS);
  await refused(id, 'transaction_not_voidable');
});

test('VOID may be declined, and changes nothing then', async () => {
  const id = await start('AUTH', { amount: '4003.00' });
  expect(await cancel(id)).toMatchObject({ status: 'FAILURE', sandbox: { payment_state: 'AUTHORISED' } });
  await refused('nowhere', 'transaction_not_found');
  const charge = await followUp('CHARGE', id, '4003.00');
  for (let attempt = 0; attempt < 2; attempt += 1) expect((await cancel(charge)).status).toBe('FAILURE');
  await followUp('REFUND', charge, '1.00');
  shop.advance(DAY_SECONDS);
  expect((await shop.record(charge)).sandbox.settled_at).not.toBeNull();
});

test('VOID and CHARGE racing for the same money: one of them gets it whole', async () => {
  const id = await start('AUTH');
  const outcomes = await Promise.allSettled(
    Array.from({ length: 64 }, (_, n) => (n % 2 ? followUp('CHARGE', id, '10.00') : cancel(id))),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('multiCapture off: the first capture closes the rest', async () => {
  await shop.set(1001, { multiCapture: false });
  const id = await start('AUTH');
  const charge = await shop.answer({ method: 'CHARGE', transactionID: id, ...TEN_EUROS, amount: '4.00' });
  expect(charge.transaction.sandbox).toMatchObject({ payment_state: 'CAPTURED', remaining: '0.00' });
  await expect(followUp('CHARGE', id, '1.00')).rejects.toMatchObject({ code: 'amount_exceeds_authorised' });
  expect((await cancel(charge.transaction.transactionID)).sandbox).toMatchObject({ remaining: '4.00' });
  await shop.set(1001, {});
  shop.advance(7 * DAY_SECONDS);
  expect((await shop.record(id)).sandbox).toMatchObject({ payment_state: 'EXPIRED', remaining: '0.00' });
});
