import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { operations, payments } from '../tables/payments.ts';
import { AUTH, TEN_EUROS, testBills } from '../test-kit/test-bills.ts';
import { DAY_SECONDS, openTestShop } from '../test-kit/test-shop.ts';

const shop = await openTestShop();
afterAll(shop.close);

const { start, followUp } = testBills(shop);

test('followUp finds no transaction for an unknown id and a foreign one alike', async () => {
  const strangers = await shop.otherShop(5001);
  const { transaction } = await strangers.answer({ ...AUTH, merchant_id: '5001' });
  const refusal = { code: 'transaction_not_found', param: 'transactionID' };
  await expect(followUp('CHARGE', transaction.transactionID)).rejects.toMatchObject(refusal);
  await expect(followUp('REFUND', 'nowhere')).rejects.toMatchObject(refusal);
});

test('followUp takes no more than was authorised, and says what is left', async () => {
  const id = await start('AUTH');
  await followUp('CHARGE', id, '9.99');
  await expect(followUp('CHARGE', id, '0.02')).rejects.toMatchObject({
    code: 'amount_exceeds_authorised',
    param: 'amount',
    totals: {
      payment_state: 'PARTIALLY_CAPTURED',
      remaining: '0.01',
      authorised: '10.00',
      captured: '9.99',
    },
  });
  await followUp('CHARGE', id, '0.01');
  await expect(followUp('CHARGE', id, '0.01')).rejects.toMatchObject({ code: 'amount_exceeds_authorised' });
});

test('followUp gives back no more than was captured', async () => {
  const id = await start('AUTH');
  await expect(followUp('REFUND', id)).rejects.toMatchObject({ code: 'transaction_not_refundable' });
  await followUp('CHARGE', id, '4.00');
  await expect(followUp('REFUND', id, '4.01')).rejects.toMatchObject({
    code: 'amount_exceeds_refundable',
    totals: { captured: '4.00', refunded: '0.00', remaining: '6.00' },
  });
  await followUp('REFUND', id, '4.00');
  await expect(followUp('REFUND', id, '0.01')).rejects.toMatchObject({ code: 'amount_exceeds_refundable' });
});

test('followUp limits a REFUND that names a CHARGE to that capture', async () => {
  const id = await start('AUTH');
  const first = await followUp('CHARGE', id, '4.00');
  const second = await followUp('CHARGE', first, '6.00');
  await followUp('REFUND', first, '3.00');
  await expect(followUp('REFUND', first, '1.01')).rejects.toMatchObject({
    code: 'amount_exceeds_refundable',
  });
  await followUp('REFUND', id, '6.50');
  await expect(followUp('REFUND', second, '0.51')).rejects.toMatchObject({
    code: 'amount_exceeds_refundable',
  });
  await followUp('REFUND', second, '0.50');
});

test('followUp refuses a CHARGE of a sale, of a failed payment and of a refund', async () => {
  const notCapturable = { code: 'transaction_not_capturable' };
  const sale = await start('SALE');
  await expect(followUp('CHARGE', sale)).rejects.toMatchObject(notCapturable);
  await expect(
    followUp('CHARGE', await start('AUTH', { ccToken: 'tok_sandbox_4000000000000002' })),
  ).rejects.toMatchObject(notCapturable);
  const id = await start('AUTH');
  await followUp('CHARGE', id, '5.00');
  await expect(followUp('CHARGE', await followUp('REFUND', id, '1.00'), '1.00')).rejects.toMatchObject(
    notCapturable,
  );
});

test('followUp refuses a REFUND of a failed payment, of a declined CHARGE and of a refund', async () => {
  const notRefundable = { code: 'transaction_not_refundable' };
  const failed = await start('SALE', { ccToken: 'tok_sandbox_4000000000000002' });
  await expect(followUp('REFUND', failed)).rejects.toMatchObject(notRefundable);
  const id = await start('AUTH');
  const charge = { method: 'CHARGE', ...TEN_EUROS, transactionID: id };
  const declined = (await shop.answer(charge, { sandbox_result: '05' })).transaction.transactionID;
  await followUp('CHARGE', id);
  await expect(followUp('REFUND', declined)).rejects.toMatchObject(notRefundable);
  await expect(followUp('REFUND', await followUp('REFUND', id, '1.00'), '1.00')).rejects.toMatchObject(
    notRefundable,
  );
});

test('followUp refuses what its method cannot act on, whatever the amounts say', async () => {
  const sale = await start('SALE');
  const refund = await followUp('REFUND', sale, '1.00');
  const refusal = (method: string, form: Record<string, string> = {}) =>
    expect(shop.bill({ method, transactionID: refund, ...form })).rejects;
  const noVoid = 'Cannot bill VOID: a REFUND is referred to, expected a SALE, an AUTH or a CHARGE';
  await refusal('VOID').toMatchObject({ code: 'transaction_not_voidable', message: noVoid });
  await refusal('VOID', TEN_EUROS).toMatchObject({ message: noVoid });
  const noCharge = 'Cannot bill CHARGE: a REFUND is referred to, expected an AUTH';
  await refusal('CHARGE', TEN_EUROS).toMatchObject({ code: 'transaction_not_capturable', message: noCharge });
  const noRefund = 'Cannot bill REFUND: nothing was captured by the transaction referred to';
  await refusal('REFUND', TEN_EUROS).toMatchObject({ code: 'transaction_not_refundable', message: noRefund });
});

test('followUp lets a declined amount be tried again', async () => {
  const id = await start('SALE');
  await shop.answer({ method: 'REFUND', ...TEN_EUROS, transactionID: id }, { sandbox_result: '91' });
  await followUp('REFUND', id, '10.00');
  const charge = await followUp('CHARGE', await start('AUTH'));
  await shop.answer({ method: 'REFUND', ...TEN_EUROS, transactionID: charge }, { sandbox_result: '91' });
  await followUp('REFUND', charge, '10.00');
});

test("followUp takes only the payment's own currency, merchant and token", async () => {
  const id = await start('AUTH');
  const charge = { method: 'CHARGE', ...TEN_EUROS, transactionID: id };
  const refused = (values: Record<string, string>) => expect(shop.bill({ ...charge, ...values })).rejects;
  await refused({ currency: 'USD' }).toMatchObject({
    code: 'currency_mismatch',
    param: 'currency',
    totals: { payment_state: 'AUTHORISED', authorised: '10.00', remaining: '10.00' },
  });
  await refused({ merchant_id: '1003' }).toMatchObject({ code: 'parameter_conflict', param: 'merchant_id' });
  await refused({ merchantRef: 'second' }).toMatchObject({
    code: 'parameter_conflict',
    param: 'merchantRef',
  });
  await refused({ merchant_id: '1001', merchantRef: 'second' }).toMatchObject({ code: 'parameter_conflict' });
  await refused({ merchant_id: '4711' }).toMatchObject({ code: 'merchant_forbidden' });
  await refused({ ccToken: 'cc_other' }).toMatchObject({ code: 'parameter_conflict', param: 'ccToken' });
  await refused({ ccToken: 'tok_sandbox_4111111111111111' }).toMatchObject({ code: 'parameter_conflict' });
  await shop.bill({ ...charge, merchant_id: '1001', merchantRef: 'demo', ccToken: AUTH.ccToken });
});

test("followUp takes no moto but its payment's own: only SALE and AUTH may say it", async () => {
  const transactionID = await start('AUTH');
  const refused = (values: Record<string, string>, moto: unknown, code: string) =>
    expect(shop.bill({ ...values, transactionID }, { moto })).rejects.toMatchObject({
      code,
      param: 'metadata#/moto',
    });
  for (const [moto, code] of [
    ['fax', 'moto_value_invalid'],
    [true, 'moto_value_invalid'],
    ['phone', 'parameter_conflict'],
  ] as const) {
    await refused({ method: 'CHARGE', ...TEN_EUROS }, moto, code);
    await refused({ method: 'REFUND', ...TEN_EUROS }, moto, code);
    await refused({ method: 'VOID' }, moto, code);
  }
  const byPhone = (await shop.bill(AUTH, { moto: 'phone' })).operation.transactionId;
  const charge = { method: 'CHARGE', ...TEN_EUROS, transactionID: byPhone };
  await expect(shop.bill(charge, { moto: 'mail' })).rejects.toMatchObject({ code: 'parameter_conflict' });
  expect((await shop.bill(charge, { moto: 'phone' })).operation.status).toBe('SUCCESS');
});

test('followUp refuses a CHARGE from the end of the seventh day on, and refunds what was captured', async () => {
  const id = await start('AUTH');
  const untouched = await start('AUTH');
  await followUp('CHARGE', id, '4.00');
  shop.advance(7 * DAY_SECONDS - 1);
  await followUp('CHARGE', id, '1.00');
  shop.advance(1);
  const expired = { code: 'authorisation_expired', param: 'transactionID' };
  await expect(followUp('CHARGE', id, '1.00')).rejects.toMatchObject(expired);
  await expect(followUp('CHARGE', untouched)).rejects.toMatchObject(expired);
  await expect(followUp('REFUND', untouched)).rejects.toMatchObject({ code: 'transaction_not_refundable' });
  await followUp('REFUND', id, '5.00');
});

test('followUp refunds for 365 days after the capture', async () => {
  const id = await start('SALE');
  shop.advance(365 * DAY_SECONDS);
  await followUp('REFUND', id, '1.00');
  shop.advance(1);
  await expect(followUp('REFUND', id, '1.00')).rejects.toMatchObject({ code: 'transaction_not_refundable' });
});

test('followUp counts the 365 days of an AUTH from its last capture, of a CHARGE from its own', async () => {
  const id = await start('AUTH');
  const first = await followUp('CHARGE', id, '4.00');
  shop.advance(1);
  await followUp('CHARGE', id, '6.00');
  shop.advance(365 * DAY_SECONDS);
  await expect(followUp('REFUND', first, '1.00')).rejects.toMatchObject({
    code: 'transaction_not_refundable',
  });
  await followUp('REFUND', id, '1.00');
});

test('followUp refuses the 101st refund of a payment', async () => {
  const id = await start('SALE');
  const [operation] = await shop.context.db.select().from(operations).where(eq(operations.transactionId, id));
  if (!operation) throw new Error('no operation');
  const refunds = Array.from({ length: 99 }, (_, n) => ({
    ...operation,
    log: n + 2,
    id: `${id}-${n}`,
    transactionId: `${id}-${n}`,
    method: 'REFUND' as const,
    amount: 1,
  }));
  await shop.context.db.insert(operations).values(refunds);
  await shop.context.db
    .update(payments)
    .set({ refunded: 99, lastLog: 100 })
    .where(eq(payments.id, operation.paymentId));
  await followUp('REFUND', id, '0.01');
  await expect(followUp('REFUND', id, '0.01')).rejects.toMatchObject({ code: 'transaction_not_refundable' });
});

test('S34: followUp takes no more than 500 operations of a payment, failed ones included, but a VOID', async () => {
  const id = await start('AUTH');
  for (let count = 1; count < 500; count += 1) await followUp('CHARGE', id, '0.01');
  await expect(followUp('CHARGE', id, '0.01')).rejects.toMatchObject({ code: 'transaction_not_capturable' });
  await expect(followUp('REFUND', id, '0.01')).rejects.toMatchObject({ code: 'transaction_not_refundable' });
  const rest = { amount: '5.01', currency: 'EUR' };
  expect((await shop.answer({ method: 'VOID', transactionID: id, ...rest })).transaction.status).toBe('OK');
});
