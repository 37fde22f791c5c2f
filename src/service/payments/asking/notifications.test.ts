import { afterAll, beforeEach, expect, test } from 'vitest';
import type { AcquirerNotification } from '../../base/processor/acquirer.ts';
import { createApp } from '../../main/app.ts';
import { acquirerNotifications } from '../../tables/acquirer-notifications.ts';
import { attemptOf, postBilling } from '../../test-kit/acquirers/post-billing.ts';
import { openTestAcquirer, SIGNATURE } from '../../test-kit/acquirers/test-acquirer.ts';
import { openTestShop } from '../../test-kit/test-shop.ts';
import { applyNotifications } from './apply-notifications.ts';
import { resolveAttempts } from './resolve-attempts.ts';

const shop = await openTestShop();
afterAll(shop.close);
const { db } = shop.context;
const acquirer = openTestAcquirer();
const context = acquirer.on(shop.context);
const app = createApp(context);
const money = { amount: '10', currency: 'EUR' };
const callback_url = 'http://127.0.0.1:9999/callback';
const sale = {
  method: 'SALE',
  ...money,
  merchant_id: '1001',
  ccToken: 'tok_sandbox_4242424242424242',
  callback_url,
};

beforeEach(() => db.delete(acquirerNotifications));

async function bill(values: Record<string, string>) {
  const { id, transaction } = await postBilling(app, values);
  const attempt = await attemptOf(context, id);
  return { id, status: transaction.status, reference: attempt?.reference ?? '' };
}

/** A billing that the acquirer has received, and ends by a notification. */
function billReceived(values: Record<string, string> = sale) {
  acquirer.mishaps.push('received');
  return bill(values);
}

let events = 0;
const endOf = (reference: string, change: Partial<AcquirerNotification> = {}): AcquirerNotification => ({
  id: `event-${++events}`,
  kind: 'start',
  event: 'AUTHORISATION',
  isSuccess: true,
  reference,
  processorReference: `psp-of-${reference}`,
  merchantAccount: 'demo',
  isLive: false,
  amount: 1_000,
  currency: 'EUR',
  authcode: '654321',
  at: new Date(),
  ...change,
});

async function tell(
  notification: AcquirerNotification,
  headers = { 'x-signature': SIGNATURE },
  name = 'ledger',
) {
  const sent = { method: 'POST', body: JSON.stringify(notification), headers };
  const answer = await app.request(`/acquirers/${name}/notifications`, sent);
  return { status: answer.status, body: await answer.text() };
}

const stored = () => db.select().from(acquirerNotifications);
const infosOf = async (id: string) => (await shop.told(id)).map((body) => body.notification_details.info);

test('a notification is stored before it is answered, and ends its operation once, however often it comes', async () => {
  const { id, status, reference } = await billReceived();
  expect(status).toBe('PENDING');
  const notification = endOf(reference);
  expect(await tell(notification)).toEqual({ status: 202, body: '[accepted]' });
  expect(await tell(notification)).toEqual({ status: 202, body: '[accepted]' });
  expect(await stored()).toMatchObject([{ state: 'new', event: 'AUTHORISATION', merchantAccount: 'demo' }]);
  expect((await shop.record(id)).status).toBe('PENDING');
  const counts = await Promise.all([applyNotifications(context), applyNotifications(context)]);
  expect(counts[0] + counts[1]).toBe(1);
  expect(await tell(notification)).toMatchObject({ status: 202 });
  expect(await applyNotifications(context)).toBe(0);
  expect(await stored()).toMatchObject([{ state: 'applied' }]);
  expect(await shop.record(id)).toMatchObject({ status: 'SUCCESS', sandbox: { captured: '10.00' } });
  expect(await infosOf(id)).toEqual(['SALE_SUCCEEDED']);
});

test('a decline by notification fails the payment with its codes', async () => {
  const { id, reference } = await billReceived();
  await tell(endOf(reference, { isSuccess: false, returnCode: '51', declineCode: 'insufficient_funds' }));
  await applyNotifications(context);
  expect(await shop.record(id)).toMatchObject({ status: 'FAILURE', sandbox: { payment_state: 'FAILED' } });
  expect(await infosOf(id)).toEqual(['SALE_FAILED']);
});

test('notifications of follow-ups find theirs in whatever order they come', async () => {
  const start = await bill(sale);
  const refund = { method: 'REFUND', currency: 'EUR', transactionID: start.id, callback_url };
  const first = await billReceived({ ...refund, amount: '2' });
  const second = await billReceived({ ...refund, amount: '3' });
  await tell(endOf(second.reference, { kind: 'refund', amount: 300 }));
  await tell(endOf(first.reference, { kind: 'refund', amount: 200, isSuccess: false }));
  expect(await applyNotifications(context)).toBe(2);
  expect((await shop.record(first.id)).status).toBe('FAILURE');
  expect(await shop.record(second.id)).toMatchObject({ status: 'SUCCESS', sandbox: { refunded: '3.00' } });
});

test('a notification that comes before the answer to its question ends the operation, and the answer says so', async () => {
  acquirer.mishaps.push(async () => {
    const reference = acquirer.asked.at(-1)?.reference ?? '';
    expect(await tell(endOf(reference))).toMatchObject({ status: 202 });
    expect(await applyNotifications(context)).toBe(1);
  });
  const { id, status } = await bill(sale);
  expect(status).toBe('OK');
  expect(await shop.record(id)).toMatchObject({ status: 'SUCCESS', sandbox: { captured: '10.00' } });
  expect(await infosOf(id)).toEqual(['SALE_SUCCEEDED']);
});

test('an answer that was lost is found by its notification, once its question is not repeated any more', async () => {
  acquirer.mishaps.push('lost after');
  const { id, reference } = await bill(sale);
  await tell(endOf(reference));
  await applyNotifications(context);
  expect((await shop.record(id)).status).toBe('SUCCESS');
  const asked = acquirer.asked.length;
  shop.advance(3600);
  await resolveAttempts(context);
  expect(acquirer.asked).toHaveLength(asked);
});

test.each([
  ['of another merchant', { merchantAccount: 'second' }, 'another_merchant'],
  ['of the live system', { isLive: true }, 'another_system'],
  ['of another amount', { amount: 1 }, 'amount_differs'],
  ['of another currency', { currency: 'USD' }, 'amount_differs'],
  ['of another kind', { kind: 'refund' }, 'kind_differs'],
  ['of an event that says nothing of money', { kind: 'other' }, 'another_event'],
  ['of an unknown operation', { reference: 'nobody' }, 'operation_unknown'],
] as const)('S86: a notification %s is answered, kept and never applied', async (_what, change, reason) => {
  const { id, reference } = await billReceived();
  expect(await tell(endOf(reference, change))).toMatchObject({ status: 202 });
  expect(await applyNotifications(context)).toBe(1);
  expect(await stored()).toMatchObject([{ state: 'kept', reason }]);
  expect((await shop.record(id)).status).toBe('PENDING');
});

test('S86: a notification that tells another end than the one that counts is kept', async () => {
  const { id, reference } = await bill(sale);
  await tell(endOf(reference, { isSuccess: false }));
  await applyNotifications(context);
  expect(await stored()).toMatchObject([{ state: 'kept', reason: 'end_differs' }]);
  expect((await shop.record(id)).status).toBe('SUCCESS');
});

test('S86: what no acquirer has signed is refused and stores nothing', async () => {
  const { id, reference } = await billReceived();
  const forged = endOf(reference);
  const refused = await tell(forged, { 'x-signature': 'forged' });
  expect([refused.status, JSON.parse(refused.body).error.code]).toEqual([401, 'notification_unsigned']);
  for (const name of ['nobody', 'sandbox', '__proto__', '..%2f']) {
    expect((await tell(forged, { 'x-signature': SIGNATURE }, name)).status).toBeGreaterThanOrEqual(400);
  }
  const large = { ...forged, reason: 'x'.repeat(70_000) };
  expect((await tell(large)).status).toBe(413);
  expect(await stored()).toEqual([]);
  await applyNotifications(context);
  expect((await shop.record(id)).status).toBe('PENDING');
});

test('a notification whose application fails is tried again, and holds up no other', async () => {
  const [broken, good] = [await billReceived(), await billReceived()];
  const first = endOf(broken.reference);
  await tell(first);
  await tell(endOf(good.reference));
  const { acquirers } = context.dependencies;
  let failures = 1;
  const named: typeof acquirers.named = (name, store) => {
    failures -= 1;
    if (failures >= 0) throw new Error('broken for once');
    return acquirers.named(name, store);
  };
  const failing = {
    ...context,
    dependencies: { ...context.dependencies, acquirers: { ...acquirers, named } },
  };
  expect(await applyNotifications(failing)).toBe(1);
  expect(await applyNotifications(context)).toBe(0);
  expect((await stored()).map(({ state, tries }) => [state, tries]).sort()).toEqual([
    ['applied', 0],
    ['new', 1],
  ]);
  expect(shop.logged()).toContain('a notification was not applied');
  shop.advance(5);
  expect(await applyNotifications(context)).toBe(1);
  for (const { id } of [broken, good]) expect((await shop.record(id)).status).toBe('SUCCESS');
});

test('a notification whose row was changed is kept', async () => {
  const { id, reference } = await billReceived();
  await tell(endOf(reference));
  await db.update(acquirerNotifications).set({ sealed: Buffer.alloc(60) });
  await applyNotifications(context);
  expect(await stored()).toMatchObject([{ state: 'kept', reason: 'unreadable' }]);
  expect((await shop.record(id)).status).toBe('PENDING');
});
