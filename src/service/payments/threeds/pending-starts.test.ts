import { eq } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import {
  type Acquirer,
  type AcquirerCall,
  type Reply,
  wrapAcquirers,
} from '../../base/processor/acquirer.ts';
import type { StartQuestion } from '../../base/processor/acquirer-question.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { walletCaller } from '../../shoppers/sessions/wallet-caller.ts';
import { challenges } from '../../tables/challenges.ts';
import { sessionEvents } from '../../tables/session-events.ts';
import { openTestShop, shopOf } from '../../test-kit/test-shop.ts';
import { cancelChallenge, completeChallenge } from '../../test-kit/test-verbs.ts';
import { sweep } from '../asking/sweep.ts';
import { billingPartsOf } from '../present/billing-answer.ts';

const shop = await openTestShop();
afterAll(shop.close);

/** The same service at a processor that decides on starts only after a minute. */
const slow = slowProcessor(shop.context, { returnCode: '00' });
const declining = slowProcessor(shop.context, { returnCode: '05' });

function slowProcessor(runtime: Runtime, { returnCode }: { readonly returnCode: string }): Runtime {
  const { acquirers } = runtime.dependencies;
  const later = (acquirer: Acquirer): Acquirer => {
    const delay = (reply: Reply): Reply => {
      if (reply.kind !== 'approved') return reply;
      const { processorReference, threeDs } = reply;
      const simulated = { end: { returnCode, afterMs: 60_000 } };
      return { kind: 'received', processorReference, threeDs, simulated };
    };
    const askLater = async (question: StartQuestion, call: AcquirerCall): Promise<Reply> =>
      delay(await acquirer[question.kind](question, call));
    const completeLater: Acquirer['completeAuthentication'] = async (question, call) =>
      delay(await acquirer.completeAuthentication(question, call));
    return { ...acquirer, authorise: askLater, sale: askLater, completeAuthentication: completeLater };
  };
  const slowAcquirers = wrapAcquirers(acquirers, later);
  return { ...runtime, dependencies: { ...runtime.dependencies, acquirers: slowAcquirers } };
}

const PUBLISHABLE_KEY = 'pk_sandbox_demo';
const URL = 'http://127.0.0.1:9999/callback';
const form = {
  currency: 'GBP',
  merchantRef: 'demo',
  ccToken: 'tok_sandbox_4242424242424242',
  callback_url: URL,
};

async function start(runtime: Runtime, method: string, { amount = '20', ccToken = form.ccToken } = {}) {
  const { bill } = await shopOf(runtime, PUBLISHABLE_KEY);
  const { operation, challenge } = await bill({ ...form, method, amount, ccToken });
  return { id: operation.transactionId, challengeId: challenge?.id ?? '' };
}

const infos = async (id: string) =>
  (await shop.told(id)).map(({ notification_details }) => notification_details.info);

test('an AUTH that the processor has not decided yet holds nothing and is neither expired nor authorised', async () => {
  const { id } = await start(slow, 'AUTH');
  expect(await shop.record(id)).toMatchObject({
    status: 'PENDING',
    sandbox: { payment_state: 'PENDING_PROCESSOR', authorised: '0.00', remaining: '0.00' },
  });
  for (const [method, code] of [
    ['CHARGE', 'transaction_not_capturable'],
    ['REFUND', 'transaction_not_refundable'],
    ['VOID', 'transaction_not_voidable'],
  ] as const) {
    const followUp = { method, transactionID: id, amount: '20', currency: 'GBP' };
    await expect(shop.answer(followUp)).rejects.toMatchObject({ code });
  }
  shop.advance(60);
  await sweep(shop.context);
  expect(await shop.record(id)).toMatchObject({
    status: 'SUCCESS',
    sandbox: { payment_state: 'AUTHORISED', authorised: '20.00', remaining: '20.00' },
  });
  expect(await infos(id)).toEqual(['AUTH_SUCCEEDED']);
});

test('an AUTH that the processor declines later has failed', async () => {
  const { id } = await start(declining, 'AUTH');
  shop.advance(60);
  expect(await shop.record(id)).toMatchObject({
    status: 'FAILURE',
    sandbox: { payment_state: 'FAILED', authorised: '0.00' },
  });
});

test('an AUTH_3DS that is pending says so in the processor’s own data', async () => {
  const { id } = await start(slow, 'AUTH_3DS', { amount: '11' });
  expect(billingPartsOf(shop.context, await shop.found(id)).transaction).toMatchObject({
    processorStatus: 'pending',
    processorData: { TxState: 'AP', TxStateText: 'Authorisation pending' },
  });
});

test.each([
  ['AUTH_3DS', 'PENDING_PROCESSOR', '0.00', 'AUTHORISED'],
  ['SALE_3DS', 'AUTHORISED', '10.00', 'CAPTURED'],
] as const)('after its challenge a %s waits for the processor', async (method, before, pending, after) => {
  const wallet = await shop.openWallet('guest');
  const ccToken = await wallet.token('4242424242424242');
  const { id, challengeId } = await start(slow, method, { amount: '10', ccToken });
  await completeChallenge(slow, { challengeId, result: 'Y' });
  expect(await shop.record(id)).toMatchObject({
    status: 'PENDING',
    sandbox: {
      payment_state: before,
      captured: '0.00',
      capture_pending: method === 'SALE_3DS' ? pending : '0.00',
      three_ds: { trans_status: 'Y' },
    },
  });
  const events = async () => {
    const rows = await shop.context.db
      .select()
      .from(sessionEvents)
      .where(eq(sessionEvents.walletSessionId, wallet.walletSession));
    return rows.map(({ type }) => type);
  };
  expect(await events()).toEqual(['3ds_required']);
  expect(await infos(id)).toEqual([]);
  const caller = await walletCaller(shop.context, wallet.authorization['Authorization'] ?? '');
  await expect(cancelChallenge(slow, { caller, transactionId: id })).rejects.toMatchObject({
    code: 'challenge_ended',
  });
  shop.advance(60);
  expect(await shop.record(id)).toMatchObject({ status: 'SUCCESS', sandbox: { payment_state: after } });
  expect(await events()).toEqual(['3ds_required', '3ds_result']);
  expect(await infos(id)).toEqual([`${method}_SUCCEEDED`]);
  const [challenge] = await shop.context.db.select().from(challenges).where(eq(challenges.id, challengeId));
  expect(challenge?.status).toBe('PASSED');
});
