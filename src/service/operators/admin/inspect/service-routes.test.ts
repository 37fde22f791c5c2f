import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DueAnswer, FaultsAnswer, ServiceAnswer } from '../../../../contract/admin/service.ts';
import { openTestAdmin, type TestAdmin } from '../../../test-kit/test-admin.ts';
import { billWithCallback, callbackOf, openTestWorker } from '../../../test-kit/test-callbacks.ts';
import { readJson, refusal } from '../../../test-kit/test-client.ts';
import { APPROVED, testProvider } from '../../../test-kit/test-provider.ts';
import { openTestReceiver } from '../../../test-kit/test-receiver.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

const sale = {
  method: 'SALE',
  amount: '10.00',
  currency: 'EUR',
  merchant_id: '1001',
  ccToken: 'tok_sandbox_4242424242424242',
};
const NO_FAULTS = {
  requests_of: 'all',
  refuse: false,
  slow_ms: 0,
  callbacks: 'arrive',
  providers_down: false,
  processor_down: false,
  acquirer: { questions: 'none', times: null, slow_ms: 0, notifications: 'none' },
};

test('the service says where it is', async () => {
  expect(ServiceAnswer.parse(await admin.call('GET', '/api/service'))).toEqual({
    status: 'OK',
    base_url: 'http://127.0.0.1:4000',
    issuer_url: 'http://localhost:4001',
    is_public: false,
    may_reset: true,
    rate_limits: 'off',
  });
});

test('the clock says what falls due next, the first first', async () => {
  const { operation, payment } = await admin.bill({ ...sale, method: 'AUTH', orderID: 'due' });
  const challenged = await admin.bill({ ...sale, method: 'SALE_3DS', currency: 'GBP' });
  const told = await billWithCallback(admin, { url: 'http://127.0.0.1:9/' });
  const { now, due, has_more } = DueAnswer.parse(await admin.call('GET', '/api/due'));
  expect([now, has_more]).toEqual(['2030-01-01T12:00:00.000Z', false]);
  expect(due).toMatchObject([
    {
      at: '2030-01-01T12:00:00.250Z',
      kind: 'send-callback',
      callback_id: (await callbackOf(admin, told)).id,
    },
    { kind: 'expire-challenge', transaction_id: challenged.operation.transactionId, callback_id: null },
    {
      at: '2030-01-08T12:00:00.000Z',
      kind: 'expire-authorisation',
      account_id: 1,
      payment_id: payment.id,
      order_id: 'due',
      transaction_id: operation.transactionId,
    },
  ]);
});

test('what falls due leaves out a provider that has answered', async () => {
  const provider = testProvider(admin);
  const open = await provider.started(await admin.openWallet('guest'));
  const isDue = async () =>
    DueAnswer.parse(await admin.call('GET', '/api/due')).due.some(
      ({ kind }) => kind === 'expire-provider-payment',
    );
  expect(await isDue()).toBe(true);
  await provider.end(open, APPROVED);
  expect(await isDue()).toBe(false);
});

describe('faults', () => {
  const change = async (faults: object) =>
    FaultsAnswer.parse(await admin.call('PATCH', '/api/faults', faults)).faults;
  afterEach(() => admin.call('DELETE', '/api/faults'));
  const bill = () => admin.post('/wallet/api/v1/billing', sale);
  const preflight = () => admin.get('/wallet/api/v1/methods', {});

  test('are none at first, change by name, are recorded and cleared', async () => {
    const before = FaultsAnswer.parse(await admin.call('GET', '/api/faults'));
    expect(before).toEqual({ status: 'OK', faults: NO_FAULTS, is_allowed: true });
    await change({ refuse: true });
    expect(await change({ requests_of: 'backend' })).toEqual({
      ...NO_FAULTS,
      refuse: true,
      requests_of: 'backend',
    });
    const { entries } = await admin.call('GET', '/api/audit');
    expect(entries[0]).toMatchObject({ act: 'faults.switched', details: { requests_of: 'backend' } });
    expect((await admin.call('DELETE', '/api/faults')).faults).toEqual(NO_FAULTS);
  });

  test('refuse the backend, the wallet or both, and never the admin API, health or pages', async () => {
    await change({ refuse: true, requests_of: 'backend' });
    expect(await refusal(bill())).toEqual([503, 'overloaded']);
    expect(await refusal(preflight())).toEqual([401, 'access_token_missing']);
    await change({ requests_of: 'wallet' });
    expect((await bill()).status).toBe(200);
    expect(await refusal(preflight())).toEqual([503, 'overloaded']);
    await change({ requests_of: 'all' });
    expect(await refusal(bill())).toEqual([503, 'overloaded']);
    for (const path of ['/healthz', '/openapi.json']) expect((await admin.get(path)).status).toBe(200);
    const { requests } = await admin.call('GET', '/api/requests?failed=1');
    expect(requests[0]).toMatchObject({ error_code: 'overloaded', fault: 'refuse' });
  });

  test('slow requests down', async () => {
    await change({ slow_ms: 300 });
    const began = performance.now();
    expect((await bill()).status).toBe(200);
    expect(performance.now() - began).toBeGreaterThanOrEqual(300);
  });

  test('put the processor out of reach', async () => {
    await change({ processor_down: true });
    expect(await refusal(bill())).toEqual([503, 'processor_unavailable']);
  });

  test('put providers out of reach', async () => {
    const { authorization } = await admin.openWallet('user');
    const start = {
      attempt: crypto.randomUUID(),
      method: 'paypal',
      opens: 'window',
      amount: '10.00',
      currency: 'EUR',
      merchant_id: '1001',
    };
    await change({ providers_down: true });
    const down = await readJson(await admin.post('/wallet/api/v1/instant', start, authorization));
    await admin.call('DELETE', '/api/faults');
    const { payment } = await readJson(await admin.post('/wallet/api/v1/instant', start, authorization));
    expect(JSON.stringify(down)).not.toContain('localhost:4001');
    expect(JSON.stringify(payment)).toContain('localhost:4001');
  });

  test('lose callbacks, or their answers, which are then sent again', async () => {
    const receiver = await openTestReceiver();
    const worker = openTestWorker(admin);
    await change({ callbacks: 'lost' });
    const callbackSale = await billWithCallback(admin, { url: receiver.url });
    const attempts = async () => {
      const { id } = await callbackOf(admin, callbackSale);
      const { callback } = await admin.call('GET', `/api/callbacks/${id}`);
      return callback.attempts.map(
        ({ failure, answer_status }: Record<string, unknown>) => failure ?? answer_status,
      );
    };
    admin.advance(1);
    await worker.runDue();
    expect([receiver.received.length, await attempts()]).toEqual([0, ['connection_failed']]);
    await change({ callbacks: 'answer-lost' });
    admin.advance(60);
    await worker.runDue();
    expect([receiver.received.length, await attempts()]).toEqual([1, ['connection_failed', 'answer_broken']]);
    await change({ callbacks: 'arrive' });
    admin.advance(3600);
    await worker.runDue();
    expect(new Set(receiver.ids()).size).toBe(1);
    expect((await attempts()).at(-1)).toBe(200);
    await worker.stop();
    await receiver.close();
  });

  test('are refused where others use the service', async () => {
    const refusalOf = (body: object) => refusal(admin.send('/api/faults', { method: 'PATCH', body }));
    expect(await refusalOf({ slow_ms: 30_001 })).toEqual([400, 'parameter_invalid', 'slow_ms']);
    expect(await refusalOf({ slow: 1 })).toEqual([400, 'parameter_unknown', 'slow']);
    const {
      config: { exposure },
    } = admin.context;
    Object.assign(exposure, { isPublic: true });
    expect(await refusalOf({ refuse: true })).toEqual([403, 'not_on_public_service']);
    Object.assign(exposure, { isPublic: false });
    expect((await admin.call('GET', '/api/faults')).faults).toEqual(NO_FAULTS);
  });
});
