import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '../../../main/app.ts';
import { applyNotifications } from '../../../payments/asking/apply-notifications.ts';
import { openTestAcquirer, SIGNATURE } from '../../../test-kit/acquirers/test-acquirer.ts';
import { openTestAdmin } from '../../../test-kit/test-admin.ts';
import { followUpAsAdmin } from '../payments/follow-up.ts';

const admin = await openTestAdmin();
afterAll(admin.close);
const acquirer = openTestAcquirer();
const app = createApp(acquirer.on(admin.context));
const CARD = 'tok_sandbox_4242424242424242';
const sale = { method: 'SALE', amount: '10', currency: 'EUR', merchant_id: '1001' };

/** Bills, and loses the answer for ever. */
async function lose(transactionID: string, values: Record<string, string> = {}) {
  acquirer.mishaps.push('lost before');
  const form = { ...sale, ccToken: CARD, transactionID };
  const body = new URLSearchParams({ ...form, ...values });
  const headers = { secretKey: 'sk_sandbox_demo' };
  await app.request('/wallet/api/v1/billing', { method: 'POST', body, headers });
}

const undecided = async () => (await admin.call('GET', '/api/attempts')).attempts;

test('the list of the undecided shows a question whose answer was lost, and a person decides on it', async () => {
  await lose('lost-1', { callback_url: 'http://127.0.0.1:9999/callback' });
  expect(await undecided()).toEqual([]);
  admin.advance(60);
  const [attempt] = await undecided();
  expect(attempt).toMatchObject({
    transaction_id: 'lost-1',
    method: 'SALE',
    amount: '10.00',
    processor: 'ledger',
    state: 'in_doubt',
    doubt: 'timeout',
  });
  const decision = {
    outcome: 'approved',
    processor_reference: 'psp-1',
    authcode: 'ABC123',
    evidence: 'the day’s report, line 7',
  };
  const path = `/api/attempts/${attempt.key}/decide`;
  await admin.call('POST', path, decision);
  expect((await admin.record('lost-1')).status).toBe('SUCCESS');
  expect((await admin.told('lost-1')).map((body) => body.notification_details.info)).toEqual([
    'SALE_SUCCEEDED',
  ]);
  expect(await undecided()).toEqual([]);
  expect((await admin.send(path, { method: 'POST', body: decision })).status).toBe(404);
});

test('a payment with 3-D Secure that a person found approved has succeeded', async () => {
  await lose('lost-3ds', { method: 'SALE_3DS', callback_url: 'http://127.0.0.1:9999/callback' });
  admin.advance(60);
  const [attempt] = await undecided();
  const decision = { outcome: 'approved', evidence: 'the day’s report, line 8' };
  await admin.call('POST', `/api/attempts/${attempt.key}/decide`, decision);
  expect(await admin.record('lost-3ds')).toMatchObject({ status: 'SUCCESS', sandbox: { captured: '10.00' } });
});

test('a decline by a person fails the payment, and needs evidence', async () => {
  await lose('lost-2');
  admin.advance(60);
  const [attempt] = await undecided();
  const path = `/api/attempts/${attempt.key}/decide`;
  expect((await admin.send(path, { method: 'POST', body: { outcome: 'declined' } })).status).toBe(400);
  await admin.call('POST', path, { outcome: 'declined', evidence: 'the acquirer’s support, ticket 12' });
  expect(await admin.record('lost-2')).toMatchObject({
    status: 'FAILURE',
    sandbox: { payment_state: 'FAILED' },
  });
});

test('what an acquirer tells of no payment of ours is listed with the reason', async () => {
  const event = { kind: 'start', event: 'AUTHORISATION', isSuccess: true, isLive: false, at: new Date() };
  const names = { id: 'e1', reference: 'nobody', processorReference: 'psp-9', merchantAccount: 'demo' };
  const body = JSON.stringify({ ...event, ...names });
  const headers = { 'x-signature': SIGNATURE };
  const answer = await app.request('/acquirers/ledger/notifications', { method: 'POST', body, headers });
  expect(answer.status).toBe(202);
  await applyNotifications(acquirer.on(admin.context));
  expect((await admin.call('GET', '/api/attempts')).notifications).toEqual([
    {
      id: 'ledger:e1',
      processor: 'ledger',
      merchant_account: 'demo',
      event: 'AUTHORISATION',
      reason: 'operation_unknown',
      received_at: expect.any(String),
    },
  ]);
});

test('an operator’s follow-up has its act before its answer comes', async () => {
  const { payment, operation } = await admin.bill({ ...sale, method: 'AUTH', ccToken: CARD });
  const count = acquirer.asked.length;
  let answer = () => {};
  acquirer.mishaps.push(() => new Promise<void>((resolve) => (answer = resolve)));
  const unanswered = followUpAsAdmin(acquirer.on(admin.context), {
    paymentId: payment.id,
    request: { method: 'CHARGE', transaction_id: operation.transactionId, amount: '4.00' },
    requestId: randomUUID(),
    key: undefined,
    requestDigest: new Uint8Array(32),
    by: { kind: 'admin-token', id: null, address: '' },
  });
  await expect.poll(() => acquirer.asked.length).toBe(count + 1);
  const { entries } = await admin.call('GET', '/api/audit');
  expect(entries[0]).toMatchObject({
    act: 'payment.followed-up',
    details: { method: 'CHARGE', amount: 400, status: 'PENDING' },
  });
  answer();
  await unanswered;
});
