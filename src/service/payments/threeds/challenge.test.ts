import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import type { TransStatus } from '../../../contract/billing/trans-status.ts';
import { callbacks } from '../../tables/callbacks.ts';
import { challenges } from '../../tables/challenges.ts';
import { openTestShop } from '../../test-kit/test-shop.ts';
import { completeChallenge } from '../../test-kit/test-verbs.ts';
import { sweep } from '../asking/sweep.ts';

const shop = await openTestShop();
afterAll(shop.close);

const CARD = 'tok_sandbox_4242424242424242';
const URL = 'http://127.0.0.1:9999/callback';
const money = { amount: '10.00', currency: 'GBP' };
const start = async (
  method: 'AUTH_3DS' | 'SALE_3DS',
  { ccToken = CARD, metadata = {}, amount = '10' } = {},
) => {
  const form = { method, amount, currency: 'GBP', ccToken, merchantRef: 'demo', callback_url: URL };
  const transaction = await shop.bill(form, metadata);
  return {
    id: transaction.operation.transactionId,
    challengeId: transaction.challenge?.id ?? '',
    transaction,
  };
};
const complete = (challengeId: string, result: TransStatus | 'cancel') =>
  completeChallenge(shop.context, { challengeId, result });
const challenge = async (id: string) => {
  const [row] = await shop.context.db.select().from(challenges).where(eq(challenges.id, id));
  return row;
};
const infos = async (id: string) =>
  (await shop.told(id)).map(({ notification_details }) => notification_details.info);

test.each(['Y', 'A'] as const)(
  'a challenge that ends with %s authorises an AUTH_3DS, ready to CHARGE',
  async (result) => {
    const { id, challengeId } = await start('AUTH_3DS');
    expect((await shop.record(id)).sandbox).toMatchObject({
      payment_state: 'PENDING_3DS',
      authorised: '0.00',
      three_ds: { trans_status: 'C' },
    });
    await complete(challengeId, result);
    expect(await shop.record(id)).toMatchObject({
      status: 'SUCCESS',
      sandbox: {
        payment_state: 'AUTHORISED',
        captured: '0.00',
        three_ds: { trans_status: result, eci: result === 'Y' ? '05' : '06' },
      },
    });
    const charge = await shop.answer({ method: 'CHARGE', transactionID: id, ...money });
    expect(charge.transaction.sandbox.payment_state).toBe('CAPTURED');
    expect(await infos(id)).toEqual(['AUTH_3DS_SUCCEEDED', 'CHARGE_SUCCEEDED']);
  },
);

test('a challenge that is passed completes a SALE_3DS in the same moment', async () => {
  const { id, challengeId } = await start('SALE_3DS');
  await complete(challengeId, 'Y');
  expect(await shop.record(id)).toMatchObject({
    status: 'SUCCESS',
    sandbox: { payment_state: 'CAPTURED', captured: '10.00' },
  });
  expect(await infos(id)).toEqual(['SALE_3DS_SUCCEEDED']);
  const voided = await shop.answer({ method: 'VOID', transactionID: id });
  expect(voided.transaction.sandbox.payment_state).toBe('VOIDED');
});

test.each([
  ['N', 'authentication_failed'],
  ['R', 'authentication_rejected'],
  ['U', 'authentication_unavailable'],
  ['cancel', 'cancelled_by_cardholder'],
] as const)('a challenge that ends with %s fails the payment: %s', async (result, reason) => {
  const { id, challengeId } = await start('SALE_3DS');
  await complete(challengeId, result);
  expect(await shop.record(id)).toMatchObject({
    status: 'FAILURE',
    sandbox: { payment_state: 'FAILED', captured: '0.00' },
    metadata: expect.arrayContaining([{ key: 'failure_code', value: reason }]),
  });
  expect(await infos(id)).toEqual(['SALE_3DS_FAILED']);
});

test('CHARGE and REFUND wait for the challenge, VOID cancels it', async () => {
  const { id, challengeId } = await start('AUTH_3DS');
  const move = (method: string) => shop.answer({ method, transactionID: id, ...money });
  await expect(move('CHARGE')).rejects.toMatchObject({ code: 'awaiting_3ds' });
  await expect(move('REFUND')).rejects.toMatchObject({ code: 'transaction_not_refundable' });
  await expect(
    shop.answer({ method: 'VOID', transactionID: id, amount: '9.99', currency: 'GBP' }),
  ).rejects.toMatchObject({ code: 'amount_mismatch' });
  const voided = await move('VOID');
  expect(voided.transaction).toMatchObject({
    status: 'OK',
    sandbox: { payment_state: 'FAILED' },
    awaiting_confirmation: 0,
    amount: 10,
    processorData: { TxState: '3C', ReturnCode: '00' },
  });
  expect(await shop.record(id)).toMatchObject({
    metadata: expect.arrayContaining([{ key: 'failure_code', value: 'cancelled_by_merchant' }]),
  });
  expect(await challenge(challengeId)).toMatchObject({ status: 'VOIDED' });
  await expect(move('VOID')).rejects.toMatchObject({ code: 'transaction_already_voided' });
  expect((await infos(id)).sort()).toEqual(['AUTH_3DS_FAILED', 'VOID_SUCCEEDED']);
});

test('VOID holds the callback of the start it ends until its own answer, like that of the VOID', async () => {
  const { id } = await start('SALE_3DS');
  const { operation, payment } = await shop.bill({ method: 'VOID', transactionID: id });
  const rows = await shop.context.db.select().from(callbacks).where(eq(callbacks.paymentId, payment.id));
  expect(rows.map(({ info, answerTo }) => [info, answerTo]).sort()).toEqual([
    ['SALE_3DS_FAILED', operation.requestId],
    ['VOID_SUCCEEDED', operation.requestId],
  ]);
  const leaseEnd = shop.context.clock.now().getTime() + 2_000;
  for (const { dueAt } of rows) expect(dueAt.getTime()).toBeGreaterThanOrEqual(leaseEnd);
});

test('a challenge times out 15 minutes after the billing call, by the sweeper or the first read', async () => {
  const [read, swept] = [await start('SALE_3DS'), await start('AUTH_3DS')];
  shop.advance(15 * 60 - 1);
  expect((await shop.record(read.id)).status).toBe('PENDING');
  shop.advance(1);
  expect(await shop.record(read.id)).toMatchObject({
    status: 'FAILURE',
    sandbox: { payment_state: 'FAILED' },
    metadata: expect.arrayContaining([{ key: 'failure_code', value: 'timeout' }]),
  });
  await sweep(shop.context);
  expect(await challenge(swept.challengeId)).toMatchObject({ status: 'TIMED_OUT' });
});

test('a result after the end is noted and changes nothing', async () => {
  const { id, challengeId } = await start('SALE_3DS');
  shop.advance(15 * 60);
  const { operation } = await complete(challengeId, 'Y');
  expect(operation.status).toBe('FAILURE');
  expect(await challenge(challengeId)).toMatchObject({ status: 'TIMED_OUT', lateResult: 'Y' });
  expect((await shop.record(id)).sandbox.captured).toBe('0.00');
  const won = await start('SALE_3DS');
  await complete(won.challengeId, 'Y');
  expect((await complete(won.challengeId, 'cancel')).operation.status).toBe('SUCCESS');
});

test('exactly one of many ends wins, whatever the interleaving', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { id, challengeId } = await start('SALE_3DS');
    const ends = [
      ...(['Y', 'N', 'cancel', 'Y', 'U'] as const).map((result) => () => complete(challengeId, result)),
      () => shop.answer({ method: 'VOID', transactionID: id }),
    ];
    await Promise.allSettled([...ends.slice(round % 6), ...ends.slice(0, round % 6)].map((end) => end()));
    const ofStart = (await shop.told(id)).filter(({ transaction }) => transaction.method === 'SALE_3DS');
    expect(ofStart).toHaveLength(1);
    const { sandbox, status } = await shop.record(id);
    expect(['VOIDED', 'CAPTURED', 'FAILED']).toContain(sandbox.payment_state);
    expect(status).toBe(sandbox.payment_state === 'FAILED' ? 'FAILURE' : 'SUCCESS');
  }
});

test('the issuer may decline after the cardholder passed', async () => {
  for (const [number, code] of [
    ['4000008400001629', 'do_not_honor'],
    ['4000008260003178', 'insufficient_funds'],
    ['4000000000009987', 'lost_card'],
  ]) {
    const { id, challengeId } = await start('AUTH_3DS', { ccToken: `tok_sandbox_${number}` });
    const { operation } = await complete(challengeId, 'Y');
    expect(operation).toMatchObject({ status: 'FAILURE', declineCode: code });
    expect((await shop.record(id)).sandbox).toMatchObject({
      payment_state: 'FAILED',
      three_ds: { trans_status: 'Y' },
    });
  }
});

test('cards that fail whatever is typed fail, also for the autopilot', async () => {
  const { challengeId } = await start('SALE_3DS', { ccToken: 'tok_sandbox_4000000000002370' });
  expect((await complete(challengeId, 'Y')).operation.declineCode).toBe('authentication_failed');
  const metadata = { sandbox_3ds: 'auto:Y' };
  const auto = await start('SALE_3DS', { ccToken: 'tok_sandbox_4000000000002420', metadata });
  shop.advance(0.3);
  expect((await shop.record(auto.id)).status).toBe('FAILURE');
});

test.each([
  ['auto:Y', 'SUCCESS'],
  ['auto:A', 'SUCCESS'],
  ['auto:N', 'FAILURE'],
  ['auto:cancel', 'FAILURE'],
])('the autopilot %s answers after 300 ms', async (sandbox_3ds, status) => {
  const { id } = await start('SALE_3DS', { metadata: { sandbox_3ds } });
  shop.advance(0.299);
  expect((await shop.record(id)).status).toBe('PENDING');
  shop.advance(0.001);
  expect((await shop.record(id)).status).toBe(status);
});

test('an issuer that answers after 20 minutes is too late, in one jump of the clock too', async () => {
  const metadata = { sandbox_3ds: 'auto:Y' };
  const { id, challengeId } = await start('SALE_3DS', {
    ccToken: 'tok_sandbox_4000008400009119',
    metadata,
  });
  shop.advance(86_400);
  expect((await shop.record(id)).status).toBe('FAILURE');
  expect(await challenge(challengeId)).toMatchObject({ status: 'TIMED_OUT', lateResult: 'Y' });
});

test('an authorisation by autopilot lives from the answer, not from the sweep that wrote it', async () => {
  const { id } = await start('AUTH_3DS', { metadata: { sandbox_3ds: 'auto:Y' } });
  shop.advance(8 * 86_400);
  await sweep(shop.context);
  expect((await shop.record(id)).sandbox.payment_state).toBe('EXPIRED');
  expect(await infos(id)).toEqual(['AUTH_3DS_SUCCEEDED', 'AUTH_EXPIRED']);
});

test('a 3DS method without a challenge is decided at once', async () => {
  const frictionless = { amount: '10.01' };
  const { transaction } = await start('SALE_3DS', frictionless);
  expect(transaction).toMatchObject({ operation: { status: 'SUCCESS' }, challenge: null });
  const failed = await start('SALE_3DS', { ccToken: 'tok_sandbox_4000000000002537' });
  expect(failed.transaction.operation).toMatchObject({
    status: 'FAILURE',
    declineCode: 'authentication_rejected',
    returnCode: '3D',
  });
  const soft = 'tok_sandbox_4000002760003184';
  expect((await start('AUTH_3DS', { ccToken: soft, ...frictionless })).transaction.operation.status).toBe(
    'SUCCESS',
  );
});

test('a challenge names the wallet session of its token, and keeps the card once it is passed', async () => {
  const wallet = await shop.openWallet('user');
  const ccToken = await wallet.token('4242424242424242', 'keep-on-success');
  const { challengeId, transaction } = await start('SALE_3DS', { ccToken });
  expect(await challenge(challengeId)).toMatchObject({ walletSessionId: wallet.walletSession });
  expect(transaction.card.status).toBe('unlisted');
  await expect(start('SALE_3DS', { ccToken })).rejects.toMatchObject({ code: 'token_invalid' });
  expect(await complete(challengeId, 'Y')).toMatchObject({
    card: { status: 'listed' },
    token: { isSingleUse: false },
  });
});

test('completeChallenge knows no other challenge', async () => {
  await expect(complete('nothing', 'Y')).rejects.toMatchObject({ code: 'not_found' });
});
