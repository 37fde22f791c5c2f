import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CallbackAnswer,
  CallbackRequestAnswer,
  CallbackTestAnswer,
} from '../../../../contract/admin/callbacks.ts';
import { DueAnswer } from '../../../../contract/admin/service.ts';
import { CallbackBody } from '../../../../contract/billing/callback.ts';
import { openTestAdmin, type TestAdmin } from '../../../test-kit/test-admin.ts';
import { billWithCallback, callbackOf, openTestWorker } from '../../../test-kit/test-callbacks.ts';
import { refusal } from '../../../test-kit/test-client.ts';
import { openTestReceiver, type TestReceiver } from '../../../test-kit/test-receiver.ts';

let admin: TestAdmin;
let receiver: TestReceiver;
beforeAll(async () => {
  admin = await openTestAdmin();
  receiver = await openTestReceiver();
});
afterAll(async () => {
  await receiver.close();
  await admin.close();
});

const sendTest = async (url: string) =>
  CallbackTestAnswer.parse(await admin.call('POST', '/api/callbacks/test', { account_id: 1, url }));
const secret = async (): Promise<string> =>
  (await admin.call('GET', '/api/accounts')).accounts[0].webhook_secret;

test('S57: a callback is shown whole with its attempts, but for the tokens of its card', async () => {
  receiver.answer((response) => response.writeHead(500).end('<b>4242 4242 4242 4242</b>'));
  const sale = await billWithCallback(admin, { url: receiver.url });
  admin.advance(1);
  const worker = openTestWorker(admin);
  await worker.runDue();
  const { id } = await callbackOf(admin, sale);
  const { callback } = CallbackAnswer.parse(await admin.call('GET', `/api/callbacks/${id}`));
  expect(callback).toMatchObject({
    account_id: 1,
    payment_id: sale.payment.id,
    order_id: sale.payment.orderId,
    status: 'waiting',
    attempts: [{ answer_status: 500, answer_start: '<b>[card number]</b>' }],
  });
  const [got] = receiver.received;
  const { token, external_token } = JSON.parse(got?.body ?? '').transaction;
  expect(external_token).toMatch(/^ntk_[0-9a-f]{24}$/);
  expect(got?.body.replace(token, 'cc_…').replace(external_token, 'ntk_…')).toBe(callback.body);
  await worker.stop();
});

test('a callback that is held back says until when, to whoever asks', async () => {
  receiver.answer((response) => response.writeHead(503, { 'Retry-After': '600' }).end());
  await billWithCallback(admin, { url: receiver.url });
  admin.advance(1);
  const worker = openTestWorker(admin);
  await worker.runDue();
  const heldSale = await billWithCallback(admin, { url: receiver.url });
  admin.advance(60);
  const held_until = new Date(admin.context.clock.now().getTime() + 540_000).toISOString();
  const { id } = await callbackOf(admin, heldSale);
  const { callback } = CallbackAnswer.parse(await admin.call('GET', `/api/callbacks/${id}`));
  expect(callback).toMatchObject({ due_at: held_until, held_until });
  const { due } = DueAnswer.parse(await admin.call('GET', '/api/due'));
  const entry = due.find(({ callback_id }) => callback_id === id);
  expect(entry).toMatchObject({ at: held_until, held_until });
  admin.advance(540);
  receiver.answerStatus(200);
  await worker.runDue();
  expect((await callbackOf(admin, heldSale)).status).toBe('delivered');
  await worker.stop();
});

test('a callback can be sent by hand: signed for now, with the bytes and headers of an attempt', async () => {
  receiver.answerStatus(200);
  const sale = await billWithCallback(admin, { url: receiver.url });
  const { id } = await callbackOf(admin, sale);
  const { request } = CallbackRequestAnswer.parse(await admin.call('GET', `/api/callbacks/${id}/request`));
  const { headers, body } = request;
  const event = new Webhook(await secret()).verify(body, headers);
  expect(event).toMatchObject({ transaction: { transaction_id: sale.operation.transactionId } });
  const worker = openTestWorker(admin);
  admin.advance(1);
  await worker.runDue();
  const sent = receiver.received.at(-1);
  expect(sent?.body).toBe(body);
  for (const [name, value] of Object.entries(headers)) {
    const isOfMoment = name === 'webhook-timestamp' || name === 'webhook-signature';
    expect(sent?.headers[name.toLowerCase()], name).toEqual(isOfMoment ? expect.any(String) : value);
  }
  await worker.stop();
});

test('a receiver is tried with a signed event of no payment', async () => {
  receiver.answer((response) => response.writeHead(202).end('noted'));
  const { request, ...answer } = await sendTest(receiver.url);
  expect(answer).toEqual({
    status: 'OK',
    answer_status: 202,
    answer_start: 'noted',
    failure: null,
    milliseconds: expect.any(Number),
  });
  const sent = receiver.received.at(-1);
  expect(sent?.body).toBe(request.body);
  for (const [name, value] of Object.entries(request.headers))
    expect(sent?.headers[name.toLowerCase()], name).toBe(value);
  const { transaction } = CallbackBody.parse(JSON.parse(request.body));
  expect(new Webhook(await secret()).verify(request.body, request.headers)).toMatchObject({
    transaction: {
      transaction_id: expect.stringMatching(/^test_/),
      metadata: [{ key: 'sandbox_test', value: '1' }],
    },
  });
  expect(await refusal(admin.get(`/wallet/api/v1/transactions/${transaction.transaction_id}`))).toEqual([
    404,
    'transaction_not_found',
    'transaction_id',
  ]);
});

test('S79: a test ends where the receiver upgrades the connection instead of answering', async () => {
  receiver.answer((response) =>
    response.socket?.write('HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
  );
  const { answer_status, failure, milliseconds } = await sendTest(receiver.url);
  expect({ answer_status, failure }).toEqual({ answer_status: null, failure: 'answer_broken' });
  expect(milliseconds).toBeLessThan(5_000);
});

test('a receiver that does not answer is told so, and forbidden addresses are refused', async () => {
  expect(await sendTest('http://127.0.0.1:9999/')).toMatchObject({
    answer_status: null,
    failure: 'connection_failed',
  });
  const refusalOf = (body: object) => refusal(admin.send('/api/callbacks/test', { method: 'POST', body }));
  expect(await refusalOf({ account_id: 1, url: 'http://169.254.169.254/' })).toEqual([
    400,
    'callback_url_forbidden',
    'callback_url',
  ]);
  expect(await refusalOf({ account_id: 1, url: 'no address' })).toEqual([
    400,
    'callback_url_invalid',
    'callback_url',
  ]);
  expect(await refusalOf({ account_id: 9, url: receiver.url })).toEqual([404, 'not_found']);
  for (const path of ['/api/callbacks/msg_unknown', '/api/callbacks/msg_unknown/request'])
    expect(await refusal(admin.send(path))).toEqual([404, 'not_found']);
});
