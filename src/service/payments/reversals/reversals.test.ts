import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AcquirerNotification } from '../../base/processor/acquirer.ts';
import { createApp } from '../../main/app.ts';
import { acquirerNotifications } from '../../tables/acquirer-notifications.ts';
import { attempts } from '../../tables/attempts.ts';
import { attemptOf, postBilling } from '../../test-kit/acquirers/post-billing.ts';
import { openTestAcquirer, SIGNATURE } from '../../test-kit/acquirers/test-acquirer.ts';
import { DAY_SECONDS, openTestShop } from '../../test-kit/test-shop.ts';
import { applyNotifications } from '../asking/apply-notifications.ts';

const shop = await openTestShop();
afterAll(shop.close);
const { db } = shop.context;
const acquirer = openTestAcquirer();
const context = acquirer.on(shop.context);
const app = createApp(context);

beforeEach(() => db.delete(acquirerNotifications));

const callback_url = 'http://127.0.0.1:9999/callback';
const start = { merchant_id: '1001', ccToken: 'tok_sandbox_4242424242424242', callback_url };
type Values = Record<string, string>;

const post = (values: Values) => postBilling(app, { currency: 'EUR', ...values });

async function bill(values: Values): Promise<string> {
  const answer = await post(values);
  expect(answer.code).toBeUndefined();
  return answer.transaction.transactionID;
}

const codeOf = async (values: Values) => (await post(values)).code;
const sell = (amount = '10') => bill({ ...start, method: 'SALE', amount });
const authorise = (amount = '10') => bill({ ...start, method: 'AUTH', amount });
const charge = (transactionID: string, amount: string) => bill({ method: 'CHARGE', transactionID, amount });
const refund = (transactionID: string, amount: string) => bill({ method: 'REFUND', transactionID, amount });

const referenceOf = async (transactionId: string) =>
  (await attemptOf(context, transactionId))?.reference ?? '';

type Told = Partial<AcquirerNotification> & Pick<AcquirerNotification, 'kind'>;
let events = 0;

/** Tells of an operation, and applies what can be. */
async function tell(transactionId: string, { kind, ...change }: Told) {
  events += 1;
  const body = {
    id: `event-${events}`,
    kind,
    event: kind,
    isSuccess: true,
    reference: await referenceOf(transactionId),
    processorReference: `psp-of-event-${events}`,
    merchantAccount: 'demo',
    isLive: false,
    currency: 'EUR',
    at: new Date(),
    ...change,
  } satisfies AcquirerNotification;
  const sent = { method: 'POST', body: JSON.stringify(body), headers: { 'x-signature': SIGNATURE } };
  expect((await app.request('/acquirers/ledger/notifications', sent)).status).toBe(202);
  await applyNotifications(context);
}

const figuresOf = async (id: string) => (await shop.record(id)).sandbox;
const infosOf = async (id: string) => (await shop.told(id)).map((body) => body.notification_details.info);
const states = async () =>
  (await db.select().from(acquirerNotifications)).map(({ state, reason }) => reason ?? state).toSorted();
const reversed = async (id: string) =>
  (await shop.record(id)).metadata.find(({ key }) => key === 'reversal')?.value;
const lastTold = async (id: string) => (await shop.told(id)).at(-1);

test('a capture that fails afterwards frees what it took, and its SALE stays SUCCESS', async () => {
  const id = await sell();
  const { log } = await shop.record(id);
  shop.advance(2 * DAY_SECONDS);
  expect((await figuresOf(id)).settled_at).not.toBeNull();
  await tell(id, { kind: 'captureFailed', amount: 1_000 });
  const record = await shop.record(id);
  expect(record).toMatchObject({ status: 'SUCCESS', log });
  expect(record.sandbox).toMatchObject({
    payment_state: 'FAILED',
    captured: '0.00',
    remaining: '0.00',
    settled_at: null,
  });
  expect(await reversed(id)).toBe('CAPTURE_REVERSED');
  expect(await infosOf(id)).toEqual(['SALE_SUCCEEDED', 'CAPTURE_REVERSED']);
  expect(await codeOf({ method: 'REFUND', transactionID: id, amount: '1' })).toBe(
    'transaction_not_refundable',
  );
  expect(await codeOf({ method: 'VOID', transactionID: id })).toBe('transaction_not_voidable');
});

test('the callback of a reversal shows the operation as it was, the amount and why it is no success', async () => {
  const id = await sell();
  const before = await lastTold(id);
  await tell(id, { kind: 'chargeback', amount: 400 });
  const told = await lastTold(id);
  expect(told?.notification_details).toEqual({ isSuccess: '0', info: 'CHARGEBACK_OPENED' });
  expect(told?.transaction).toEqual({
    ...before?.transaction,
    log: '2',
    metadata: [
      ...(before?.transaction.metadata ?? []),
      { key: 'failure_code', value: 'chargeback_opened' },
      { key: 'reversal_amount', value: '4.00' },
    ],
  });
  await tell(id, { kind: 'chargebackReversed', amount: 400 });
  const won = await lastTold(id);
  expect(won?.notification_details).toEqual({ isSuccess: '1', info: 'CHARGEBACK_WON' });
  expect(won?.transaction.metadata).toContainEqual({ key: 'reversal_amount', value: '4.00' });
  expect(won?.transaction.metadata.some(({ key }) => key === 'failure_code')).toBe(false);
});

test('what a reversed CHARGE took can be captured again while its authorisation lasts', async () => {
  const id = await authorise();
  const [first] = [await charge(id, '6'), await charge(id, '4')];
  await tell(first, { kind: 'captureFailed' });
  expect(await figuresOf(id)).toMatchObject({
    payment_state: 'PARTIALLY_CAPTURED',
    captured: '4.00',
    remaining: '6.00',
  });
  expect(await reversed(first)).toBe('CAPTURE_REVERSED');
  expect(await codeOf({ method: 'REFUND', transactionID: first, amount: '1' })).toBe(
    'transaction_not_refundable',
  );
  expect(await codeOf({ method: 'VOID', transactionID: first })).toBe('transaction_not_voidable');
  expect(await codeOf({ method: 'REFUND', transactionID: id, amount: '4.01' })).toBe(
    'amount_exceeds_refundable',
  );
  await charge(id, '6');
  expect(await figuresOf(id)).toMatchObject({ payment_state: 'CAPTURED', captured: '10.00' });
});

test('what a reversed CHARGE took is closed once its authorisation is over', async () => {
  const id = await authorise();
  const captureId = await charge(id, '10');
  shop.advance(8 * DAY_SECONDS);
  await tell(captureId, { kind: 'captureFailed' });
  expect(await figuresOf(id)).toMatchObject({
    payment_state: 'FAILED',
    captured: '0.00',
    remaining: '0.00',
  });
});

test('a refund that fails afterwards may be refunded anew', async () => {
  const id = await sell();
  const refundId = await refund(id, '10');
  expect((await figuresOf(id)).payment_state).toBe('REFUNDED');
  await tell(refundId, { kind: 'refundFailed', amount: 1_000 });
  expect(await figuresOf(id)).toMatchObject({ payment_state: 'CAPTURED', refunded: '0.00' });
  expect(await shop.record(refundId)).toMatchObject({ status: 'SUCCESS', sandbox: { settled_at: null } });
  expect(await reversed(refundId)).toBe('REFUND_REVERSED');
  expect(await reversed(id)).toBeUndefined();
  expect(await infosOf(id)).toEqual(['SALE_SUCCEEDED', 'REFUND_SUCCEEDED', 'REFUND_REVERSED']);
  await refund(id, '10');
  expect((await figuresOf(id)).payment_state).toBe('REFUNDED');
});

test('a refund of a CHARGE that fails afterwards counts no more against that CHARGE', async () => {
  const id = await authorise();
  const captureId = await charge(id, '6');
  await charge(id, '4');
  const refundId = await refund(captureId, '6');
  expect(await codeOf({ method: 'REFUND', transactionID: captureId, amount: '0.01' })).toBe(
    'amount_exceeds_refundable',
  );
  await tell(refundId, { kind: 'refundFailed' });
  await refund(captureId, '6');
  expect(await figuresOf(id)).toMatchObject({ captured: '10.00', refunded: '6.00' });
});

test('a chargeback takes its part, is given back where it is won, and may come again', async () => {
  const id = await sell();
  await tell(id, { kind: 'chargeback', amount: 400 });
  expect(await figuresOf(id)).toMatchObject({
    payment_state: 'CHARGED_BACK',
    captured: '10.00',
    charged_back: '4.00',
  });
  expect(await codeOf({ method: 'VOID', transactionID: id })).toBe('transaction_not_voidable');
  expect(await codeOf({ method: 'REFUND', transactionID: id, amount: '6.01' })).toBe(
    'amount_exceeds_refundable',
  );
  await tell(id, { kind: 'chargebackReversed', amount: 400 });
  expect((await figuresOf(id)).charged_back).toBeUndefined();
  expect((await figuresOf(id)).payment_state).toBe('CAPTURED');
  await tell(id, { kind: 'chargeback', amount: 1_000 });
  await tell(id, { kind: 'chargebackLost', amount: 1_000 });
  expect(await figuresOf(id)).toMatchObject({ payment_state: 'CHARGED_BACK', charged_back: '10.00' });
  expect(await infosOf(id)).toEqual([
    'SALE_SUCCEEDED',
    'CHARGEBACK_OPENED',
    'CHARGEBACK_WON',
    'CHARGEBACK_OPENED',
    'CHARGEBACK_LOST',
  ]);
  const logs = (await shop.told(id)).map(({ transaction }) => transaction.log);
  expect(logs).toEqual(['1', '2', '3', '4', '5']);
});

test('a chargeback of what was refunded leaves nothing to refund, and no figure below nothing', async () => {
  const id = await sell();
  await refund(id, '7');
  await tell(id, { kind: 'chargeback', amount: 1_000 });
  expect(await figuresOf(id)).toMatchObject({ captured: '10.00', refunded: '7.00', charged_back: '10.00' });
  expect(await codeOf({ method: 'REFUND', transactionID: id, amount: '0.01' })).toBe(
    'amount_exceeds_refundable',
  );
});

test('a chargeback may name the authorisation, or the payment as the acquirer calls it', async () => {
  const id = await authorise();
  await charge(id, '10');
  await tell(id, { kind: 'chargeback', amount: 300 });
  const [row] = await db
    .select({ processorReference: attempts.processorReference })
    .from(attempts)
    .where(eq(attempts.reference, await referenceOf(id)));
  const paymentProcessorReference = row?.processorReference ?? '';
  await tell(id, { kind: 'chargeback', amount: 200, reference: undefined, paymentProcessorReference });
  expect((await figuresOf(id)).charged_back).toBe('5.00');
});

test('a dispute that is won before it is opened waits for its opening', async () => {
  const id = await sell();
  await tell(id, { kind: 'chargebackReversed', amount: 1_000 });
  expect([await states(), (await figuresOf(id)).payment_state]).toEqual([['new'], 'CAPTURED']);
  await tell(id, { kind: 'chargeback', amount: 1_000 });
  expect((await figuresOf(id)).payment_state).toBe('CHARGED_BACK');
  shop.advance(5);
  await applyNotifications(context);
  expect([await states(), (await figuresOf(id)).payment_state]).toEqual([['applied', 'applied'], 'CAPTURED']);
  expect(await infosOf(id)).toEqual(['SALE_SUCCEEDED', 'CHARGEBACK_OPENED', 'CHARGEBACK_WON']);
});

test('a capture that is said to have failed before it is said to have succeeded waits for its end', async () => {
  acquirer.mishaps.push('received');
  const id = await sell();
  await tell(id, { kind: 'captureFailed' });
  expect((await shop.record(id)).status).toBe('PENDING');
  await tell(id, { kind: 'start', authcode: '1', amount: 1_000 });
  shop.advance(5);
  await applyNotifications(context);
  expect(await infosOf(id)).toEqual(['SALE_SUCCEEDED', 'CAPTURE_REVERSED']);
});

test('a capture does not fail afterwards while what it took is refunded, until that refund has failed', async () => {
  const id = await sell();
  const refundId = await refund(id, '10');
  await tell(id, { kind: 'captureFailed' });
  expect(await figuresOf(id)).toMatchObject({ captured: '10.00', refunded: '10.00' });
  await tell(refundId, { kind: 'refundFailed' });
  shop.advance(5);
  await applyNotifications(context);
  expect(await figuresOf(id)).toMatchObject({
    captured: '0.00',
    refunded: '0.00',
    payment_state: 'FAILED',
  });
});

test('a reversal waits for a VOID under way, and is kept where that took the capture back', async () => {
  const id = await sell();
  acquirer.mishaps.push('received');
  const voidId = await bill({ method: 'VOID', transactionID: id });
  await tell(id, { kind: 'captureFailed' });
  expect((await figuresOf(id)).captured).toBe('10.00');
  await tell(voidId, { kind: 'cancel', amount: 1_000 });
  expect((await figuresOf(id)).payment_state).toBe('VOIDED');
  shop.advance(5);
  await applyNotifications(context);
  expect(await states()).toEqual(['applied', 'operation_voided']);
  expect(await reversed(id)).toBeUndefined();
});

test('S86: a reversal counts once, however often and under whatever name it is told', async () => {
  const id = await sell();
  await tell(id, { kind: 'captureFailed', id: 'the-same' });
  await tell(id, { kind: 'captureFailed', id: 'the-same' });
  await tell(id, { kind: 'captureFailed', id: 'another' });
  expect(await states()).toEqual(['applied', 'applied']);
  expect(await infosOf(id)).toEqual(['SALE_SUCCEEDED', 'CAPTURE_REVERSED']);
  const other = await sell();
  const dispute = { kind: 'chargeback', amount: 500, id: 'dispute' } as const;
  await tell(other, dispute);
  await tell(other, dispute);
  expect((await figuresOf(other)).charged_back).toBe('5.00');
});

test.each([
  ['of another amount', { kind: 'captureFailed', amount: 999 }, 'amount_differs'],
  ['of another currency', { kind: 'chargeback', amount: 1, currency: 'USD' }, 'amount_differs'],
  ['of no amount', { kind: 'chargeback', amount: 0 }, 'amount_differs'],
  ['of less than nothing', { kind: 'chargebackReversed', amount: -500 }, 'amount_differs'],
  ['of another kind of operation', { kind: 'refundFailed' }, 'kind_differs'],
  ['of another merchant', { kind: 'chargeback', merchantAccount: 'second' }, 'another_merchant'],
  ['of the live system', { kind: 'captureFailed', isLive: true }, 'another_system'],
  ['of an unknown operation', { kind: 'captureFailed', reference: 'nobody' }, 'operation_unknown'],
] as const)('S86: a reversal %s is kept and never applied', async (_what, told, reason) => {
  const id = await sell();
  const before = await shop.record(id);
  await tell(id, told);
  expect(await states()).toEqual([reason]);
  expect(await shop.record(id)).toEqual(before);
});

test.each([
  ['a chargeback of more than was captured', { kind: 'chargeback', amount: 1_001 }],
  ['a dispute that was won and never opened', { kind: 'chargebackReversed', amount: 1 }],
  ['a dispute that was lost and never opened', { kind: 'chargebackLost', amount: 1 }],
] as const)('S86: %s is kept after three days', async (_what, told) => {
  const id = await sell();
  await tell(id, told);
  for (let day = 0; day < 3; day += 1) {
    expect(await states()).toEqual(['new']);
    shop.advance(DAY_SECONDS);
    await applyNotifications(context);
  }
  expect(await states()).toEqual(['amount_differs']);
  expect(await infosOf(id)).toEqual(['SALE_SUCCEEDED']);
});

test('a reversal of what had failed says nothing new, and a dispute of it is kept', async () => {
  acquirer.mishaps.push('received');
  const id = await sell();
  await tell(id, { kind: 'start', isSuccess: false, amount: 1_000 });
  await tell(id, { kind: 'captureFailed' });
  await tell(id, { kind: 'chargeback' });
  expect(await states()).toEqual(['applied', 'applied', 'operation_failed']);
  expect(await infosOf(id)).toEqual(['SALE_FAILED']);
});
