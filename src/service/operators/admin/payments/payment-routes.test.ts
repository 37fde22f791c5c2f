import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  FollowUpAnswer,
  PaymentAnswer,
  type PaymentOperation,
  PaymentsAnswer,
} from '../../../../contract/admin/payments.ts';
import { operations, payments } from '../../../tables/payments.ts';
import { openTestAdmin, type TestAdmin } from '../../../test-kit/test-admin.ts';
import { billWithCallback, openTestWorker } from '../../../test-kit/test-callbacks.ts';
import { readJson, refusal } from '../../../test-kit/test-client.ts';
import { APPROVED, testProvider } from '../../../test-kit/test-provider.ts';
import { openTestReceiver } from '../../../test-kit/test-receiver.ts';
import { DAY_SECONDS } from '../../../test-kit/test-shop.ts';
import { completeChallenge } from '../../../test-kit/test-verbs.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

const BILLING = '/wallet/api/v1/billing';
const CARD = '4242424242424242';
const sale = {
  method: 'SALE',
  amount: '10.00',
  currency: 'EUR',
  merchant_id: '1001',
  ccToken: `tok_sandbox_${CARD}`,
};
const auth = { ...sale, method: 'AUTH' };
const list = async (query = '') => PaymentsAnswer.parse(await admin.call('GET', `/api/payments?${query}`));
const readPayment = async (id: string) =>
  PaymentAnswer.parse(await admin.call('GET', `/api/payments/${id}`)).payment;
const orders = async (query: string) => (await list(query)).payments.map(({ order_id }) => order_id);
const followUp = async (id: string, body: object, headers: Record<string, string> = {}) =>
  admin.send(`/api/payments/${id}/follow-ups`, { method: 'POST', body, headers });
const kindsOf = ({ timeline }: Awaited<ReturnType<typeof readPayment>>) =>
  timeline.map(({ kind, detail }) => (detail === null ? kind : `${kind} ${detail}`));

describe('payments are listed', () => {
  beforeAll(async () => {
    const strangers = await admin.otherShop(5001);
    await strangers.bill({ ...sale, merchant_id: '5001', orderID: 'theirs' });
    admin.advance(1);
    await admin.bill({ ...sale, orderID: 'sold', transactionID: 'tx-sold' });
    admin.advance(1);
    await admin.bill({ ...auth, orderID: 'held', ccToken: 'tok_sandbox_5555555555554444' });
    admin.advance(1);
    await admin.bill({ ...sale, orderID: 'declined', ccToken: 'tok_sandbox_4000000000000002' });
    admin.advance(1);
  });

  test('of all accounts or one, newest first, with what a list shows', async () => {
    expect(await orders('')).toEqual(['declined', 'held', 'sold', 'theirs']);
    expect(await orders('account_id=1')).toEqual(['declined', 'held', 'sold']);
    const { payments: found, ...rest } = await list('search=sold');
    expect(rest).toEqual({ status: 'OK', next: null, searched_until: null });
    expect(found).toEqual([
      {
        payment_id: expect.any(String),
        account_id: 1,
        account_name: expect.any(String),
        merchant_id: 1001,
        merchant_ref: 'demo',
        order_id: 'sold',
        metadata_order_id: null,
        transaction_id: 'tx-sold',
        method: 'SALE',
        amount: '10.00',
        currency: 'EUR',
        state: 'CAPTURED',
        user_id: expect.any(Number),
        external_id: null,
        brand: 'VI',
        last4: '4242',
        provider: null,
        created_at: '2030-01-01T12:00:01.000Z',
      },
    ]);
  });

  test('by order, transaction, payment, last four and state', async () => {
    const [found] = (await list('search=tx-sold')).payments;
    expect(found?.order_id).toBe('sold');
    expect(await orders(`search=${found?.payment_id}`)).toEqual(['sold']);
    expect(await orders('search=4444')).toEqual(['held']);
    expect(await orders('search=4242')).toEqual(['sold', 'theirs']);
    expect(await orders('search=4242&account_id=1')).toEqual(['sold']);
    expect(await orders('state=FAILED')).toEqual(['declined']);
    expect(await orders('search=held&state=CAPTURED')).toEqual([]);
    expect(await orders('search=nothing')).toEqual([]);
  });

  test('by the shop’s id of the user', async () => {
    const { token, userId } = await admin.openWallet('user');
    await admin.bill({ ...sale, orderID: 'ada', ccToken: await token(CARD) });
    const [found] = (await list('search=ada')).payments;
    expect(found).toMatchObject({ user_id: userId, external_id: expect.any(String) });
    expect(await orders(`search=${found?.external_id}`)).toEqual(['ada']);
  });

  test('by the order of metadata, beside what has it for its own', async () => {
    const metadata = { order_id: 'order-1042' };
    await admin.bill({ ...sale, orderID: 'page' }, metadata);
    expect((await list('search=order-1042')).payments).toMatchObject([
      { order_id: 'page', metadata_order_id: 'order-1042' },
    ]);
    admin.advance(1);
    await admin.bill({ ...sale, orderID: 'order-1042' });
    expect(await orders('search=order-1042')).toEqual(['order-1042', 'page']);
  });

  test('and refuses what names nothing', async () => {
    const refusalOf = (query: string) => refusal(admin.send(`/api/payments?${query}`));
    expect(await refusalOf('state=PAID')).toEqual([400, 'parameter_invalid', 'state']);
    expect(await refusalOf('order=1')).toEqual([400, 'parameter_unknown', 'order']);
    expect(await refusalOf('before=1')).toEqual([400, 'parameter_invalid', 'before']);
    expect(await refusal(admin.send('/api/payments/1'))).toEqual([404, 'not_found']);
    const nobody = '/api/payments/00000000-0000-4000-8000-000000000000';
    expect(await refusal(admin.send(nobody))).toEqual([404, 'not_found']);
  });
});

test('payments are listed page by page, each once, however far a search must look', {
  tags: 'prove',
}, async () => {
  const admin2 = await openTestAdmin();
  await admin2.bill({ ...auth, orderID: 'oldest', ccToken: 'tok_sandbox_5555555555554444' });
  for (let count = 0; count < 60; count += 1) {
    admin2.advance(1);
    await admin2.bill({ ...sale, orderID: `order ${count}` });
  }
  const page = async (query: string) =>
    PaymentsAnswer.parse(await admin2.call('GET', `/api/payments?${query}`));
  const first = await page('');
  const second = await page(`before=${first.next}`);
  const found = [...first.payments, ...second.payments].map(({ order_id }) => order_id);
  expect([first.payments.length, new Set(found).size, second.next]).toEqual([50, 61, null]);
  const { db } = admin2.context;
  const [row] = await db.select().from(payments).where(eq(payments.orderId, 'order 0'));
  const [start] = await db
    .select()
    .from(operations)
    .where(eq(operations.paymentId, row?.id ?? ''));
  if (!row || !start) throw new Error('no payment');
  const copies = Array.from({ length: 2_100 }, (_, index) => {
    const place = String(index).padStart(4, '0');
    const paymentId = `00000000-0000-4000-8000-00000000${place}`;
    const id = `7ZZZZZZZZZZZZZZZZZZZZZ${place}`;
    return {
      row: { ...row, id: paymentId, orderId: 'copy' },
      start: { ...start, id, paymentId, transactionId: `copy-${index}`, seq: 10_000 + index },
    };
  });
  await db.insert(payments).values(copies.map((copy) => copy.row));
  await db.insert(operations).values(copies.map((copy) => copy.start));
  const far = await page('state=CAPTURED&search=4444');
  expect(far.payments).toEqual([]);
  expect([typeof far.next, typeof far.searched_until]).toEqual(['string', 'string']);
  const farther = await page(`search=4444&before=${far.next}`);
  expect(farther.payments.map(({ order_id }) => order_id)).toContain('oldest');
  expect(farther.next).toBeNull();
  await admin2.close();
});

test('S57: a payment shows its operations, what may follow, and one line of all that happened, and no token', async () => {
  const receiver = await openTestReceiver();
  const { token } = await admin.openWallet('user');
  const ccToken = await token(CARD);
  const start = { ...auth, ccToken, orderID: 'told', callback_url: receiver.url };
  const answer = await readJson(await admin.post(BILLING, start));
  const { transactionID } = answer.transaction;
  await admin.get(`/wallet/api/v1/transactions/${transactionID}`);
  const worker = openTestWorker(admin);
  admin.advance(1);
  await worker.runDue();
  const charge = { method: 'CHARGE', amount: '4.00', currency: 'EUR', transactionID };
  const charged = (await readJson(await admin.post(BILLING, charge))).transaction.transactionID;
  const [listed] = (await list('search=told')).payments;
  const payment = await readPayment(listed?.payment_id ?? '');
  expect(payment).toMatchObject({
    state: 'PARTIALLY_CAPTURED',
    figures: { captured: '4.00', remaining: '6.00' },
    wallet_session_id: expect.stringMatching(/^ws_/),
    authorisation_expires_at: '2030-01-08T12:00:05.000Z',
  });
  expect(payment.operations).toMatchObject([
    { transaction_id: transactionID, method: 'AUTH', token: `cc_…${ccToken.slice(-4)}`, return_code: '00' },
    { transaction_id: charged, method: 'CHARGE', request_id: expect.any(String), decline_code: null },
  ]);
  for (const { external_token } of payment.operations) expect(external_token).toMatch(/^ntk_…[0-9a-f]{4}$/);
  expect(payment.follow_ups).toEqual([
    { method: 'CHARGE', transaction_id: transactionID, amount: '6.00' },
    { method: 'REFUND', transaction_id: transactionID, amount: '4.00' },
    { method: 'VOID', transaction_id: transactionID, amount: '6.00' },
    { method: 'REFUND', transaction_id: charged, amount: '4.00' },
    { method: 'VOID', transaction_id: charged, amount: '4.00' },
  ]);
  expect(payment.callbacks).toMatchObject([
    { info: 'AUTH_SUCCEEDED', status: 'delivered', attempts: [{ answer_status: 200 }] },
    { info: 'CHARGE_SUCCEEDED', status: 'waiting' },
  ]);
  expect(kindsOf(payment)).toEqual([
    'refresh-token-created',
    'session-opened http://localhost:3000',
    'token-minted',
    'operation-started AUTH',
    'operation-ended SUCCESS',
    'request',
    'callback-written AUTH_SUCCEEDED',
    'operation-started CHARGE',
    'operation-ended SUCCESS',
    'callback-written CHARGE_SUCCEEDED',
    'callback-attempt',
  ]);
  expect(payment.timeline[3]).toMatchObject({
    actor: 'backend',
    http_status: 200,
    transaction_id: transactionID,
    request: { route: BILLING, method: 'POST' },
  });
  expect(payment.timeline[5]).toMatchObject({ actor: 'backend', request: { method: 'GET' } });
  const text = JSON.stringify(payment);
  for (const secret of [CARD, ccToken, 'sk_sandbox']) expect(text).not.toContain(secret);
  await worker.stop();
  await receiver.close();
});

test('a payment’s line leaves out what other attempts at its order asked, and names those apart', async () => {
  const bill = async (ccToken: string) =>
    (await readJson(await admin.post(BILLING, { ...sale, ccToken, orderID: 'twice' }))).transaction;
  const declined = await bill('tok_sandbox_4000000000000002');
  await admin.post(BILLING, { ...sale, orderID: 'twice', amount: 'much' });
  admin.advance(1);
  await bill(sale.ccToken);
  const [paid, failed] = (await list('search=twice')).payments;
  const first = await readPayment(failed?.payment_id ?? '');
  await followUp(paid?.payment_id ?? '', {
    method: 'REFUND',
    transaction_id: paid?.transaction_id,
    amount: '1.00',
  });
  const again = await readPayment(failed?.payment_id ?? '');
  expect(first.operations[0]?.transaction_id).toBe(declined.transactionID);
  expect(kindsOf(again)).toEqual(['operation-started SALE', 'operation-ended do_not_honor']);
  expect(again.other_attempts).toMatchObject([{ payment_id: paid?.payment_id, state: 'PARTIALLY_REFUNDED' }]);
});

test('a payment’s line says where the bank did not ask', async () => {
  const { payment } = await admin.bill({ ...sale, method: 'SALE_3DS', orderID: 'unasked' });
  expect(kindsOf(await readPayment(payment.id))).toEqual([
    'operation-started SALE_3DS',
    'challenge-not-asked Y',
    'operation-ended SUCCESS',
  ]);
});

test('a payment’s line shows the challenge, its late answer and what the clock did', async () => {
  const { challenge, payment, operation } = await admin.bill({
    ...auth,
    method: 'AUTH_3DS',
    currency: 'GBP',
    orderID: 'asked',
  });
  expect((await readPayment(payment.id)).follow_ups).toEqual([
    { method: 'VOID', transaction_id: operation.transactionId, amount: '10.00' },
  ]);
  admin.advance(15 * 60);
  await completeChallenge(admin.context, { challengeId: challenge?.id ?? '', result: 'Y' });
  const late = await readPayment(payment.id);
  expect(kindsOf(late)).toEqual([
    'operation-started AUTH_3DS',
    'challenge-created',
    'challenge-ended TIMED_OUT',
    'challenge-late-result Y',
    'operation-ended timeout',
  ]);
  expect(late).toMatchObject({ state: 'FAILED', follow_ups: [], operations: [{ late_result: 'Y' }] });
  const held = await admin.bill({ ...auth, orderID: 'left' });
  await admin.bill({
    method: 'CHARGE',
    amount: '1.00',
    currency: 'EUR',
    transactionID: held.operation.transactionId,
  });
  admin.advance(8 * DAY_SECONDS);
  const over = await readPayment(held.payment.id);
  expect(kindsOf(over).slice(-2)).toEqual(['settled', 'authorisation-expired']);
  expect(over.follow_ups.map(({ method }) => method)).toEqual(['REFUND', 'REFUND']);
});

test('a payment at a provider is shown with the provider, its steps and no card behind it', async () => {
  const provider = testProvider(admin);
  const wallet = await admin.openWallet('guest');
  const open = await provider.started(wallet);
  const [pending] = (await list(`search=${open.transaction_id}`)).payments;
  expect(pending).toMatchObject({ provider: 'paypal', brand: 'PL', last4: null, state: 'PENDING_PROVIDER' });
  await provider.end(open, APPROVED);
  const payment = await readPayment(pending?.payment_id ?? '');
  expect(payment).toMatchObject({ state: 'CAPTURED', wallet_session_id: wallet.walletSession });
  expect(kindsOf(payment)).toEqual([
    'refresh-token-created',
    'session-opened http://localhost:3000',
    'provider-opened paypal',
    'provider-ended APPROVED',
    'operation-started SALE',
    'operation-ended SUCCESS',
    'request',
  ]);
  expect(JSON.stringify(payment)).not.toContain(CARD);
});

describe('a follow-up of the operator', () => {
  const held = async () => {
    const { payment, operation } = await admin.bill(auth);
    return { id: payment.id, transaction_id: operation.transactionId };
  };
  const done = async (answer: Response): Promise<PaymentOperation> =>
    FollowUpAnswer.parse(await answer.json()).operation;

  test('S56: moves money as billing does, and is on record as the operator’s', async () => {
    const { id, transaction_id } = await held();
    const charged = await done(await followUp(id, { method: 'CHARGE', transaction_id, amount: '7.00' }));
    expect(charged).toMatchObject({
      method: 'CHARGE',
      status: 'SUCCESS',
      amount: 7,
      sandbox: { captured: '7.00' },
    });
    await done(await followUp(id, { method: 'REFUND', transaction_id, amount: '2.50' }));
    await done(await followUp(id, { method: 'VOID', transaction_id }));
    const { figures, timeline } = await readPayment(id);
    expect(timeline.filter(({ kind }) => kind === 'operation-started')).toMatchObject([
      { detail: 'AUTH', actor: 'backend' },
      { detail: 'CHARGE', actor: 'operator', http_status: 200 },
      { detail: 'REFUND', actor: 'operator' },
      { detail: 'VOID', actor: 'operator', request: { route: '/api/payments/:paymentId/follow-ups' } },
    ]);
    expect(figures).toMatchObject({ captured: '7.00', refunded: '2.50', remaining: '0.00' });
    const { entries } = await admin.call('GET', '/api/audit');
    expect(entries.slice(0, 3).map(({ details }: { details: object }) => details)).toEqual([
      expect.objectContaining({ method: 'VOID', amount: 300 }),
      expect.objectContaining({ method: 'REFUND', amount: 250, refers_to: transaction_id }),
      expect.objectContaining({ method: 'CHARGE', amount: 700, payment_id: id, status: 'PENDING' }),
    ]);
    expect(entries[2]).toMatchObject({
      actor: 'admin-token',
      act: 'payment.followed-up',
      account_id: 1,
      subject: `transaction ${charged.transaction_id}`,
    });
  });

  test('S56: is refused by billing’s own rules, and leaves no act', async () => {
    const { id, transaction_id } = await held();
    const other = await held();
    const refusalOf = (body: object, of = id) => refusal(followUp(of, body));
    const before = (await admin.call('GET', '/api/audit')).entries[0].id;
    expect(await refusalOf({ method: 'CHARGE', transaction_id, amount: '10.01' })).toEqual([
      422,
      'amount_exceeds_authorised',
      'amount',
    ]);
    expect(await refusalOf({ method: 'REFUND', transaction_id, amount: '1.00' })).toEqual([
      409,
      'transaction_not_refundable',
      'transactionID',
    ]);
    expect(await refusalOf({ method: 'CHARGE', transaction_id })).toEqual([
      400,
      'parameter_missing',
      'amount',
    ]);
    expect(await refusalOf({ method: 'CHARGE', transaction_id, amount: '1.001' })).toEqual([
      400,
      'amount_invalid',
      'amount',
    ]);
    expect(await refusalOf({ method: 'SALE', transaction_id, amount: '1' })).toEqual([
      400,
      'parameter_invalid',
      'method',
    ]);
    expect(await refusalOf({ method: 'VOID', transaction_id }, other.id)).toEqual([
      404,
      'transaction_not_found',
      'transaction_id',
    ]);
    expect((await admin.call('GET', '/api/audit')).entries[0].id).toBe(before);
  });

  test('happens once for one idempotency key, and 16 at once take the money once', async () => {
    const { id, transaction_id } = await held();
    const charge = { method: 'CHARGE', transaction_id, amount: '4.00' };
    const keyed = () => followUp(id, charge, { 'Idempotency-Key': 'once' });
    const [first, again] = [await keyed(), await keyed()];
    expect(await again.text()).toBe(await first.text());
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await refusal(followUp(id, { ...charge, amount: '5.00' }, { 'Idempotency-Key': 'once' }))).toEqual(
      [422, 'idempotency_key_reused'],
    );
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => followUp(id, { ...charge, amount: '6.00' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await readPayment(id)).figures.captured).toBe('10.00');
  });

  test('tells the merchant by callback, after the answer', async () => {
    const { operation, payment } = await billWithCallback(admin, {
      url: 'http://127.0.0.1:9/',
      form: { method: 'AUTH' },
    });
    await followUp(payment.id, { method: 'CHARGE', transaction_id: operation.transactionId, amount: '1.00' });
    const infos = (await readPayment(payment.id)).callbacks.map(({ info }) => info);
    expect(infos).toEqual(['AUTH_SUCCEEDED', 'CHARGE_SUCCEEDED']);
  });
});
