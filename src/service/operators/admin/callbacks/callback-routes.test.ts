import { afterAll, beforeAll, expect, test } from 'vitest';
import { DoneAnswer } from '../../../../contract/admin/answer.ts';
import { CallbacksAnswer } from '../../../../contract/admin/callbacks.ts';
import { openTestAdmin, type TestAdmin } from '../../../test-kit/test-admin.ts';
import { billWithCallback, openTestWorker } from '../../../test-kit/test-callbacks.ts';
import { refusal } from '../../../test-kit/test-client.ts';
import { openTestReceiver } from '../../../test-kit/test-receiver.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

const list = async (query: string) =>
  CallbacksAnswer.parse(await admin.call('GET', `/api/callbacks?account_id=1${query}`));
const refusalOf = (method: string, path: string) => refusal(admin.send(path, { method }));

test('callbacks are listed page by page, newest first, each once', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 60; count += 1) {
    const { operation } = await billWithCallback(admin, { url: 'http://127.0.0.1:9/' });
    ids.unshift(operation.transactionId);
  }
  const first = await list('');
  const second = await list(`&before=${first.next}`);
  expect(first.callbacks).toHaveLength(50);
  expect(second.next).toBeNull();
  const allCallbacks = [...first.callbacks, ...second.callbacks];
  expect(allCallbacks.map(({ transaction_id }) => transaction_id)).toEqual(ids);
  expect(allCallbacks[0]).toMatchObject({
    payment_id: expect.any(String),
    order_id: expect.stringMatching(/./),
    info: 'SALE_SUCCEEDED',
    status: 'waiting',
    tries: 0,
    ended_at: null,
    attempts: [],
  });
  expect(CallbacksAnswer.parse(await admin.call('GET', '/api/callbacks?account_id=2')).callbacks).toEqual([]);
});

test('callbacks that are failing are listed alone', async () => {
  const { operation } = await billWithCallback(admin, { url: 'http://127.0.0.1:9/' });
  const worker = openTestWorker(admin);
  expect((await list('&status=failing')).callbacks).toEqual([]);
  admin.advance(1);
  await worker.runDue();
  const { callbacks } = await list('&status=failing');
  expect(callbacks[0]).toMatchObject({
    transaction_id: operation.transactionId,
    tries: 1,
    status: 'waiting',
  });
  await worker.stop();
});

test('callbacks that were given up are listed alone, and sent again when asked', {
  tags: 'prove',
}, async () => {
  const receiver = await openTestReceiver();
  receiver.answerStatus(410);
  const worker = openTestWorker(admin);
  await billWithCallback(admin, { url: receiver.url });
  admin.advance(1);
  await worker.runDue();
  receiver.answer((response) => response.writeHead(500).end('no such order, <b>4242 4242 4242 4242</b>'));
  const { operation } = await billWithCallback(admin, { url: receiver.url });
  for (let attempt = 0; attempt < 7; attempt += 1) {
    admin.advance(5_000);
    await worker.runDue();
  }
  const mine = async () =>
    (await list('&status=exhausted')).callbacks.filter(({ url }) => url === receiver.url);
  const exhausted = await mine();
  expect(exhausted).toMatchObject([
    { transaction_id: operation.transactionId, status: 'exhausted', tries: 7, due_at: null },
  ]);
  expect(exhausted[0]?.attempts).toHaveLength(7);
  for (const attempt of exhausted[0]?.attempts ?? []) {
    expect(attempt).toMatchObject({
      answer_status: 500,
      answer_start: 'no such order, <b>[card number]</b>',
      failure: null,
    });
    expect(Date.parse(attempt.ended_at)).toBeGreaterThanOrEqual(Date.parse(attempt.started_at));
  }
  const before = receiver.received.length;
  receiver.answerStatus(200);
  const id = exhausted[0]?.id ?? '';
  DoneAnswer.parse(await admin.call('POST', `/api/callbacks/${id}/replay`));
  await worker.runDue();
  expect(receiver.ids().slice(before)).toEqual([id]);
  expect(await mine()).toEqual([]);
  await worker.stop();
  await receiver.close();
});

test('callbacks are listed and replayed by what exists', async () => {
  const path = '/api/callbacks';
  expect(await refusalOf('GET', path)).toEqual([400, 'parameter_missing', 'account_id']);
  expect(await refusalOf('GET', `${path}?account_id=x`)).toEqual([400, 'parameter_invalid', 'account_id']);
  expect(await refusalOf('GET', `${path}?account_id=1&status=sent`)).toEqual([
    400,
    'parameter_invalid',
    'status',
  ]);
  expect(await refusalOf('GET', `${path}?account_id=1&page=2`)).toEqual([400, 'parameter_unknown', 'page']);
  expect(await refusalOf('POST', `${path}/msg_unknown/replay`)).toEqual([404, 'not_found']);
});
