import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DisputeAnswer } from '../../contract/admin/disputes.ts';
import { Reconciliation } from '../../contract/admin/reconciliation.ts';
import { sandbox } from '../main/sandbox-dependencies.ts';
import { applyNotifications } from '../payments/asking/apply-notifications.ts';
import { openTestAdmin, type TestAdmin } from '../test-kit/test-admin.ts';
import { refusal } from '../test-kit/test-client.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

const BILLING = '/wallet/api/v1/billing';
const start = {
  ccToken: 'tok_sandbox_4242424242424242',
  merchant_id: '1001',
  currency: 'EUR',
  callback_url: 'http://127.0.0.1:9999/callback',
};

async function bill(form: Record<string, string>): Promise<string> {
  const answer = await admin.post(BILLING, form);
  expect(answer.status).toBe(200);
  return JSON.parse(await answer.text()).transaction.transactionID;
}
const sell = (amount = '10.00') => bill({ ...start, method: 'SALE', amount });
const refund = (transactionID: string, amount: string) =>
  bill({ method: 'REFUND', transactionID, amount, currency: 'EUR' });
const paymentOf = async (id: string) => (await admin.found(id)).payment.id;
const disputes = async (id: string) => `/api/payments/${await paymentOf(id)}/disputes`;
const tell = async (id: string, body: object) =>
  DisputeAnswer.parse(await admin.call('POST', await disputes(id), body));
const infosOf = async (id: string) => (await admin.told(id)).map((body) => body.notification_details.info);
const figuresOf = async (id: string) => (await admin.record(id)).sandbox;

test('a chargeback is opened and won, and another is opened and lost, each with its callback', async () => {
  const id = await sell();
  expect(await tell(id, { event: 'CHARGEBACK_OPENED', amount: '4.00' })).toMatchObject({
    amount: '4.00',
    transaction_id: id,
    payment_state: 'CHARGED_BACK',
  });
  expect(await figuresOf(id)).toMatchObject({ charged_back: '4.00' });
  expect(await tell(id, { event: 'CHARGEBACK_WON' })).toMatchObject({
    amount: '4.00',
    payment_state: 'CAPTURED',
  });
  await tell(id, { event: 'CHARGEBACK_OPENED' });
  expect(await tell(id, { event: 'CHARGEBACK_LOST' })).toMatchObject({ amount: '10.00' });
  expect(await figuresOf(id)).toMatchObject({ payment_state: 'CHARGED_BACK', charged_back: '10.00' });
  expect(await infosOf(id)).toEqual([
    'SALE_SUCCEEDED',
    'CHARGEBACK_OPENED',
    'CHARGEBACK_WON',
    'CHARGEBACK_OPENED',
    'CHARGEBACK_LOST',
  ]);
  const refused = admin.send(await disputes(id), { method: 'POST', body: { event: 'CHARGEBACK_WON' } });
  expect(await refusal(refused)).toEqual([400, 'parameter_conflict']);
});

test('a refund and a capture fail afterwards, and what was taken can be given back anew', async () => {
  const id = await sell();
  const refundId = await refund(id, '10.00');
  expect(await tell(id, { event: 'REFUND_REVERSED' })).toMatchObject({
    transaction_id: refundId,
    payment_state: 'CAPTURED',
  });
  await refund(id, '2.00');
  await tell(id, { event: 'REFUND_REVERSED' });
  expect(await tell(id, { event: 'CAPTURE_REVERSED', transaction_id: id })).toMatchObject({
    payment_state: 'FAILED',
  });
});

test.each([
  ['more than was captured', { event: 'CHARGEBACK_OPENED', amount: '10.01' }],
  ['what was never opened', { event: 'CHARGEBACK_WON', amount: '1.00' }],
  ['a part of a capture', { event: 'CAPTURE_REVERSED', amount: '1.00' }],
  ['a refund that there is not', { event: 'REFUND_REVERSED' }],
  ["another payment's operation", { event: 'CHARGEBACK_OPENED', transaction_id: 'other' }],
])('the acquirer does not dispute %s, and nothing changes', async (_what, body) => {
  const id = await sell();
  const before = await admin.record(id);
  const answer = admin.send(await disputes(id), { method: 'POST', body });
  expect(await refusal(answer)).toEqual([400, 'parameter_conflict']);
  expect(await admin.record(id)).toEqual(before);
});

test('what the acquirer wrote down while nobody took its notifications comes with a later round', async () => {
  const id = await sell();
  const { simulatedAcquirer } = admin.context.dependencies;
  const deaf = { ...admin.context, db: undefined } as unknown as typeof admin.context;
  const { operation } = await admin.found(id);
  const wanted = {
    reversal: 'CHARGEBACK_OPENED',
    merchantAccount: 'demo',
    reference: operation.id,
    amount: 300,
    currency: 'EUR',
  } as const;
  expect(await simulatedAcquirer?.dispute(deaf, wanted)).toBeUndefined();
  expect((await figuresOf(id)).charged_back).toBeUndefined();
  admin.advance(2);
  for (const { run } of sandbox.jobs) await run(admin.context);
  await applyNotifications(admin.context);
  expect((await figuresOf(id)).charged_back).toBe('3.00');
});

describe('only the admin port disputes a payment', () => {
  const body = { event: 'CHARGEBACK_OPENED' };

  test('S89: a page, a merchant key and a program without the token cannot dispute a payment', async () => {
    const id = await sell();
    const before = await admin.record(id);
    const path = await disputes(id);
    for (const headers of [{ 'Inspector-Token': 'wrong' }, { 'Inspector-Token': undefined }])
      expect((await admin.send(path, { method: 'POST', body, headers })).status).toBe(403);
    const foreign = { Origin: 'http://localhost:3000' };
    expect((await admin.send(path, { method: 'POST', body, headers: foreign })).status).toBe(403);
    for (const headers of [{ secretKey: 'sk_sandbox_demo' }, {}])
      for (const address of [path, '/v1/disputes'])
        expect((await admin.post(address, body, headers)).status).toBe(404);
    expect(await admin.record(id)).toEqual(before);
  });

  test('S89: nobody forges a notification of the acquirer in this process', async () => {
    const id = await sell();
    const forged = { 'x-acquirer-signature': 'AAAA' };
    const answer = admin.post('/acquirers/sandbox/notifications', { id }, forged);
    expect(await refusal(answer)).toEqual([401, 'notification_unsigned']);
  });

  test('the audit log keeps who did it', async () => {
    const id = await sell();
    await tell(id, body);
    const { entries } = await admin.call('GET', '/api/audit');
    expect(entries[0]).toMatchObject({
      act: 'payment.disputed',
      subject: `transaction ${id}`,
      details: { event: 'CHARGEBACK_OPENED', amount: '10.00', currency: 'EUR' },
    });
  });
});

test('the report of a day has disputes and later failures, and agrees with what the service recorded', async () => {
  const { reconciliations } = await admin.call('POST', '/api/reconciliations?day=2030-01-01');
  const [result] = reconciliations.map((one: unknown) => Reconciliation.parse(one));
  expect(result).toMatchObject({ processor: 'sandbox', outcome: 'equal', difference_count: 0 });
  expect(result.agreed_count).toBe(result.line_count);
  expect(result.later_events).toEqual([]);
});
