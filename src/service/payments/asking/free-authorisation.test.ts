import { afterAll, expect, test } from 'vitest';
import { aroundQuestions, type Reply, wrapAcquirers } from '../../base/processor/acquirer.ts';
import { createApp } from '../../main/app.ts';
import { openAdyenShop, REAL_NUMBER } from '../../test-kit/acquirers/adyen-shop.ts';
import { attemptOf, postBilling } from '../../test-kit/acquirers/post-billing.ts';
import { resolveAttempts } from './resolve-attempts.ts';

const shop = await openAdyenShop();
afterAll(shop.close);
const DAY = 86_400;
const callback_url = 'http://127.0.0.1:9999/callback';

/** The service of the shop, where every answer to a start is lost. `acts`: whether the vendor hears of it. */
async function lostStart(method: 'AUTH' | 'SALE', acts: boolean) {
  const { dependencies } = shop.context;
  const lost: Reply = { kind: 'unknown', reason: 'timeout' };
  const acquirers = wrapAcquirers(dependencies.acquirers, (acquirer) =>
    aroundQuestions(acquirer, (ask) => async (question, call) => {
      if (question.kind === 'cancel') return ask(question, call);
      if (acts) await ask(question, call);
      return lost;
    }),
  );
  const context = { ...shop.context, dependencies: { ...dependencies, acquirers } };
  const ccToken = await shop.wallet.token(REAL_NUMBER);
  const money = { amount: '10.00', currency: 'EUR', merchant_id: '1003' };
  const { id } = await postBilling(createApp(context), { method, ...money, ccToken, callback_url });
  const after = async (seconds: number) => {
    shop.advance(seconds);
    await resolveAttempts(context);
  };
  return { id, after };
}

const cancels = () =>
  shop.bench.vendor.modifications.filter(({ eventCode }) => eventCode === 'TECHNICAL_CANCEL');
const infos = async (id: string) => (await shop.told(id)).map((each) => each.notification_details.info);

test('an authorisation of which nobody knows is given back, once its key is over', async () => {
  const { id, after } = await lostStart('AUTH', true);
  await after(6 * DAY);
  expect(cancels()).toHaveLength(0);
  await after(DAY + 60);
  expect(cancels()).toMatchObject([{ reference: expect.stringMatching(/\.free$/) }]);
  expect(await attemptOf(shop.context, id)).toMatchObject({ state: 'received' });
  await after(2 * 3600);
  expect(cancels()).toHaveLength(1);
  // The vendor has told of the authorisation never: only of its end.
  for (const payment of shop.bench.vendor.payments) payment.isTold = true;
  expect(await shop.endPending()).toBe(1);
  const { operation } = await shop.found(id);
  expect(operation).toMatchObject({ status: 'FAILURE', returnCode: '96', declineCode: 'processing_error' });
  expect(await shop.record(id)).toMatchObject({ sandbox: { payment_state: 'FAILED', authorised: '0.00' } });
  expect(await infos(id)).toEqual(['AUTH_FAILED']);
  expect(await attemptOf(shop.context, id)).toMatchObject({ state: 'ended' });
});

test('a cancel that did not work decides nothing: a person does', async () => {
  const { id, after } = await lostStart('AUTH', false);
  await after(7 * DAY + 60);
  await shop.endPending();
  expect((await shop.record(id)).status).toBe('PENDING');
});

test('a SALE is never given back: its money may be captured', async () => {
  const before = cancels().length;
  const { id, after } = await lostStart('SALE', true);
  await after(7 * DAY + 60);
  expect(cancels()).toHaveLength(before);
  expect((await shop.record(id)).status).toBe('PENDING');
});
