import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Reply } from '../../base/processor/acquirer.ts';
import { nothingInProgress } from '../../base/runtime/in-progress.ts';
import { createApp } from '../../main/app.ts';
import { challenges } from '../../tables/challenges.ts';
import { sessionEvents } from '../../tables/session-events.ts';
import { postBilling } from '../../test-kit/acquirers/post-billing.ts';
import { openTestAcquirer } from '../../test-kit/acquirers/test-acquirer.ts';
import { refusal } from '../../test-kit/test-client.ts';
import { openTestShop } from '../../test-kit/test-shop.ts';
import { completeChallenge } from '../../test-kit/test-verbs.ts';
import { billingPartsOf } from '../present/billing-answer.ts';
import { resolveAttempts } from './resolve-attempts.ts';
import { sweep } from './sweep.ts';

const shop = await openTestShop();
afterAll(shop.close);
const acquirer = openTestAcquirer();
const context = acquirer.on(shop.context);
const app = createApp(context);
const otherProcess = () => createApp({ ...context, inProgress: nothingInProgress() });

const redirect: Reply = { kind: 'redirect', processorReference: 'psp', url: 'https://bank', method: 'GET' };
const declined: Reply = {
  kind: 'declined',
  returnCode: '51',
  declineCode: 'insufficient_funds',
  text: '',
  threeDs: { transStatus: 'Y' },
};
const reply = (given: Reply) => () => Promise.resolve(given);

async function form(values = {}) {
  const wallet = await shop.openWallet('guest');
  const ccToken = await wallet.token('4242424242424242');
  const money = { amount: '10.00', currency: 'GBP', merchant_id: '1001' };
  const callback_url = 'http://127.0.0.1:9999/callback';
  return { wallet, values: { method: 'SALE_3DS', ...money, ccToken, callback_url, ...values } };
}

async function lateStart(mishap: 'lost before' | 'lost after' = 'lost before', values = {}) {
  const sent = await form(values);
  acquirer.mishaps.push(mishap);
  const { transaction, id } = await postBilling(app, sent.values);
  const events = async () => {
    const { walletSessionId } = await challengeOf(id);
    const rows = await shop.context.db
      .select()
      .from(sessionEvents)
      .where(eq(sessionEvents.walletSessionId, walletSessionId ?? ''));
    return rows.map(({ type }) => type);
  };
  const box = String(transaction['3ds_confirmation_box_url']);
  return { ...sent, transaction, id, events, path: URL.canParse(box) ? new URL(box).pathname : '' };
}

async function challengeOf(id: string) {
  const { operation } = await shop.found(id);
  const [challenge] = await shop.context.db
    .select()
    .from(challenges)
    .where(eq(challenges.operationId, operation.id));
  if (!challenge) throw new Error('there is no challenge');
  return challenge;
}

const resolveAfter = (seconds = 60) => {
  shop.advance(seconds);
  return resolveAttempts(context);
};
const infos = async (id: string) => (await shop.told(id)).map((body) => body.notification_details.info);
const state = async (path: string) => (await app.request(`${path}/state`)).json();
const cancel = async ({ wallet, id }: { wallet: { authorization: Record<string, string> }; id: string }) =>
  app.request(`/wallet/api/v1/challenges/${id}/cancel`, { method: 'POST', headers: wallet.authorization });

beforeEach(async () => {
  acquirer.mishaps.length = 0;
  await resolveAfter(3600);
});

test.each(['SALE_3DS', 'AUTH_3DS'])('a %s whose answer is lost gives a box that waits', async (method) => {
  const { transaction, path, events, id } = await lateStart('lost before', { method });
  expect(transaction).toMatchObject({
    status: 'PENDING',
    awaiting_confirmation: 1,
    '3ds_confirmation_box_url': expect.stringContaining('/3ds/box/'),
    processorStatus: '3ds_pending',
    processorData: { TxState: '3P' },
    sandbox: { captured: '0.00', authorised: '0.00' },
  });
  const page = await app.request(path);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('Your bank is being asked…');
  expect(page.headers.get('Content-Security-Policy')).not.toContain('frame-src');
  expect(await state(path)).toEqual({ waits: true });
  expect(await events()).toEqual(['3ds_required', '3ds_opened']);
  // No time ends it: an answer that is late is none that says no.
  acquirer.mishaps.push('lost before', 'lost before');
  shop.advance(40 * 60);
  await sweep(context);
  expect((await shop.record(id)).status).toBe('PENDING');
  expect(await (await app.request(path)).text()).toContain('data-late-in-ms="0"');
});

test('a start without 3-D Secure gets none', async () => {
  const { transaction } = await lateStart('lost before', { method: 'SALE' });
  expect(transaction).not.toHaveProperty('3ds_confirmation_box_url');
});

test.each(['lost before', 'lost after'] as const)(
  'an approval that comes late ends the box at once; the answer was %s',
  async (mishap) => {
    const { id, path, events } = await lateStart(mishap);
    await resolveAfter();
    expect(await shop.record(id)).toMatchObject({
      status: 'SUCCESS',
      sandbox: { captured: '10.00', payment_state: 'CAPTURED' },
    });
    expect(await events()).toEqual(['3ds_required', '3ds_result']);
    expect(await infos(id)).toEqual(['SALE_3DS_SUCCEEDED']);
    expect(await state(path)).toEqual({ waits: false });
    expect((await app.request(path)).status).toBe(410);
    expect((await challengeOf(id)).status).toBe('PASSED');
  },
);

test('a decline that comes late ends the box, and is one of the bank and not of 3-D Secure', async () => {
  const { id, events } = await lateStart();
  acquirer.mishaps.push(reply(declined));
  await resolveAfter();
  const found = await shop.found(id);
  expect(found.operation).toMatchObject({ status: 'FAILURE', declineCode: 'insufficient_funds' });
  expect(billingPartsOf(context, found).transaction).toMatchObject({ processorData: { TxState: 'AD' } });
  expect(await events()).toEqual(['3ds_required', '3ds_result']);
  expect(await infos(id)).toEqual(['SALE_3DS_FAILED']);
});

test('a redirect that comes late turns the box into a challenge, with time of its own', async () => {
  const { id, path, events } = await lateStart();
  await app.request(path);
  acquirer.mishaps.push(reply(redirect));
  await resolveAfter(13 * 60);
  shop.advance(5 * 60);
  await sweep(context);
  expect((await shop.record(id)).status).toBe('PENDING');
  expect(await state(path)).toEqual({ waits: false });
  const page = await (await app.request(path)).text();
  expect(page).toContain('name="PaReq"');
  expect(await events()).toEqual(['3ds_required', '3ds_opened', '3ds_opened']);
  const { id: challengeId } = await challengeOf(id);
  await completeChallenge(context, { challengeId, result: 'Y' });
  expect((await shop.record(id)).status).toBe('SUCCESS');
  expect(await events()).toEqual(['3ds_required', '3ds_opened', '3ds_opened', '3ds_result']);
});

test('a challenge that came late and is not answered in time has failed', async () => {
  const { id } = await lateStart();
  acquirer.mishaps.push(reply(redirect));
  await resolveAfter();
  shop.advance(14 * 60);
  await sweep(context);
  expect((await shop.record(id)).status).toBe('PENDING');
  shop.advance(61);
  await sweep(context);
  expect((await shop.found(id)).operation).toMatchObject({ status: 'FAILURE', declineCode: 'timeout' });
});

test('neither shopper nor merchant can end what nobody knows', async () => {
  const start = await lateStart();
  const refused = await cancel(start);
  expect(await refusal(refused)).toEqual([409, 'challenge_ended']);
  const voided = await postBilling(app, { method: 'VOID', transactionID: start.id });
  expect(voided.code).toBe('transaction_not_voidable');
  await resolveAfter();
  expect((await shop.record(start.id)).status).toBe('SUCCESS');
});

test('a request that is repeated gets the same box, from any process', async () => {
  const { values } = await form();
  acquirer.mishaps.push('lost before');
  const first = await postBilling(app, values, 'box-again');
  expect(await postBilling(otherProcess(), values, 'box-again')).toEqual({ ...first, isReplay: true });
});

test('a process that ends while it asks leaves a box to who asks again', async () => {
  const { values } = await form({ transactionID: 'box-asker-gone' });
  acquirer.mishaps.push(() => new Promise<void>(() => {}));
  const before = acquirer.asked.length;
  const unanswered = postBilling(app, values);
  expect(unanswered).toBeInstanceOf(Promise);
  await expect.poll(() => acquirer.asked.length).toBe(before + 1);
  shop.advance(31);
  const again = await postBilling(otherProcess(), values);
  expect(again.transaction).toMatchObject({ status: 'PENDING', awaiting_confirmation: 1 });
  acquirer.mishaps.push('lost before');
  await resolveAfter();
  expect((await postBilling(otherProcess(), values)).text).toBe(again.text);
  await resolveAfter(600);
  expect((await shop.record('box-asker-gone')).status).toBe('SUCCESS');
  expect((await challengeOf('box-asker-gone')).status).toBe('PASSED');
});
