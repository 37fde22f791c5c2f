import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { callbacks } from '../../tables/callbacks.ts';
import { openAdyenShop, REAL_NUMBER } from '../../test-kit/acquirers/adyen-shop.ts';
import { readJson, refusal } from '../../test-kit/test-client.ts';

const shop = await openAdyenShop();
const single = await openAdyenShop('ShopWithOne');
afterAll(async () => {
  await shop.close();
  await single.close();
});
const callback_url = 'http://127.0.0.1:9999/callback';

async function started(method: 'AUTH' | 'SALE', { at = shop, ...form }: Form = {}) {
  const ccToken = await at.wallet.token(REAL_NUMBER);
  const { transaction } = await readJson(await at.pay({ method, ccToken, callback_url, ...form }));
  expect(transaction).toMatchObject({ status: 'OK', processor: 'adyen-eu' });
  return String(transaction.transactionID);
}
type Form = { readonly at?: typeof shop; readonly metadata?: string };

/** A follow-up of which the vendor tells the end. */
async function followed(method: string, transactionID: string, { at = shop, amount = '10.00' } = {}) {
  const form = method === 'VOID' ? {} : { amount };
  const { transaction } = await readJson(await at.pay({ method, transactionID, ...form }));
  expect(transaction.status).toBe('PENDING');
  expect(await at.endPending()).toBeGreaterThan(0);
  const id = String(transaction.transactionID);
  expect((await at.record(id)).status).toBe('SUCCESS');
  return id;
}

test('a merchant at a processor bills a real card there by every verb, and keeps its names', async () => {
  const auth = await started('AUTH');
  const charge = await followed('CHARGE', auth, { amount: '6.00' });
  const refund = await followed('REFUND', charge, { amount: '2.00' });
  const { payments, modifications } = shop.bench.vendor;
  const names = [payments.at(-1)?.pspReference, ...modifications.map(({ pspReference }) => pspReference)];
  const details = await Promise.all([auth, charge, refund].map((id) => detailsOf(id)));
  expect(details.map((each) => each['currentProcessorReference'])).toEqual(names);
  expect(details.map((each) => each['originalProcessorReference'])).toEqual([names[0], names[0], names[1]]);
  expect(await shop.record(refund)).toMatchObject({
    processor: 'adyen-eu',
    merchant_ref: 'second',
    external_token: '',
    sandbox: { captured: '6.00', refunded: '2.00' },
  });
  expect((await shop.told(refund)).at(-1)).toMatchObject({
    notification_details: { info: 'REFUND_SUCCEEDED' },
    transaction: { processor: 'adyen-eu' },
  });
  const sale = await started('SALE');
  await followed('VOID', sale);
  await followed('VOID', await started('AUTH'));
  expect(new Set(payments.map(({ merchantAccount }) => merchantAccount))).toEqual(
    new Set(['ShopWithSeveral']),
  );
});

async function detailsOf(id: string): Promise<Record<string, string>> {
  const { metadata } = await shop.record(id);
  const value = (key: string) => metadata.find((each) => each.key === key)?.value ?? '';
  const details = JSON.parse(value('transactionDetails'));
  expect(value('processor_transaction_id')).toBe(details.currentProcessorReference);
  return details;
}

test('a payment stays with its processor after its merchant has moved, and the merchant beside it is at the sandbox', async () => {
  const auth = await started('AUTH');
  await shop.call('PATCH', '/api/merchants/1003', { processor: 'sandbox' });
  const count = shop.bench.vendor.modifications.length;
  await followed('CHARGE', auth);
  expect(shop.bench.vendor.modifications).toHaveLength(count + 1);
  const simulated = { method: 'AUTH', ccToken: 'tok_sandbox_4242424242424242', merchant_id: '1001' };
  const { transaction } = await readJson(await shop.pay(simulated));
  expect(transaction.processor).toBe('sandbox');
  await shop.call('PATCH', '/api/merchants/1003', { processor: 'adyen-eu' });
  const moved = { method: 'CHARGE', transactionID: transaction.transactionID, merchant_id: '1001' };
  expect((await shop.pay(moved)).status).toBe(200);
  expect(shop.bench.vendor.modifications).toHaveLength(count + 1);
});

test('a follow-up that ends later needs a receiver, and the merchant’s own is one; SALE and AUTH need none', async () => {
  const pay = async (transactionID: string) => shop.pay({ method: 'CHARGE', transactionID, amount: '1.00' });
  const ccToken = await shop.wallet.token(REAL_NUMBER);
  const { transaction } = await readJson(await shop.pay({ method: 'AUTH', ccToken }));
  const id = String(transaction.transactionID);
  expect(await refusal(pay(id))).toEqual([400, 'callback_url_required', 'callback_url']);
  await shop.call('PATCH', '/api/merchants/1003', { notificationUrls: [callback_url] });
  expect((await pay(id)).status).toBe(200);
  await shop.endPending();
  expect((await shop.told(id)).map((each) => each.notification_details.info)).toEqual(['CHARGE_SUCCEEDED']);
  await shop.call('PATCH', '/api/merchants/1003', { notificationUrls: [] });
});

test('what the processor cannot do is refused before it is asked', async () => {
  const asked = () => shop.bench.vendor.modifications.length;
  const auth = await started('AUTH');
  const charge = await followed('CHARGE', auth, { amount: '4.00' });
  const before = asked();
  expect(await refusal(voidOf(charge))).toEqual([409, 'refund_required', 'transactionID']);
  expect(await refusal(voidOf(auth))).toEqual([409, 'transaction_not_voidable', 'transactionID']);
  expect(asked()).toBe(before);
  const whole = await started('AUTH');
  await followed('VOID', await followed('CHARGE', whole));
});

const voidOf = (transactionID: string, at = shop) =>
  at.post('/wallet/api/v1/billing', { method: 'VOID', transactionID });

test('a processor that captures once frees the rest with the first CHARGE, and the second is refused', async () => {
  const auth = await started('AUTH', { at: single });
  await followed('CHARGE', auth, { at: single, amount: '4.00' });
  expect(await single.record(auth)).toMatchObject({ sandbox: { captured: '4.00', remaining: '0.00' } });
  const second = (transactionID: string) => single.pay({ method: 'CHARGE', transactionID, amount: '1.00' });
  expect(await refusal(second(auth))).toEqual([422, 'amount_exceeds_authorised', 'amount']);
  // A merchant who has moved may have several captures where they are now.
  const moved = await started('AUTH', { at: single });
  await single.call('PATCH', '/api/merchants/1003', { processor: 'sandbox', multiCapture: true });
  await followed('CHARGE', moved, { at: single, amount: '4.00' });
  const asked = single.bench.vendor.modifications.length;
  expect(await refusal(second(moved))).toEqual([409, 'transaction_not_capturable', 'transactionID']);
  expect(single.bench.vendor.modifications).toHaveLength(asked);
});

test('S87: a real card never reaches the sandbox, nor a simulated one another processor', async () => {
  const asked = shop.bench.vendor.payments.length;
  const ccToken = await shop.wallet.token(REAL_NUMBER);
  expect(await refusal(shop.pay({ method: 'SALE', ccToken, merchant_id: '1001' }))).toEqual([
    403,
    'test_card_required',
    'ccToken',
  ]);
  const simulated = { method: 'SALE', ccToken: 'tok_sandbox_4242424242424242' };
  expect(await refusal(shop.pay(simulated))).toEqual([400, 'token_invalid', 'ccToken']);
  await shop.pay({ ...simulated, merchant_id: '1001' });
  const { token } = await shop.record(
    (await readJson(await shop.pay({ ...simulated, merchant_id: '1001' }))).transaction.transactionID,
  );
  expect(await refusal(shop.pay({ ...simulated, ccToken: token }))).toEqual([
    400,
    'token_invalid',
    'ccToken',
  ]);
  expect(shop.bench.vendor.payments).toHaveLength(asked);
});

test('switches of the sandbox do nothing at another processor', async () => {
  const id = await started('SALE', { metadata: JSON.stringify({ sandbox_callback: 'drop:3' }) });
  const { payment } = await shop.found(id);
  const rows = await shop.context.db.select().from(callbacks).where(eq(callbacks.paymentId, payment.id));
  expect(rows.map(({ drops }) => drops)).toEqual([0]);
});
