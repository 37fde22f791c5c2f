import { afterAll, afterEach, expect, test } from 'vitest';
import { FaultsAnswer } from '../../contract/admin/service.ts';
import { resolveAttempts } from '../payments/asking/resolve-attempts.ts';
import { openTestAdmin } from '../test-kit/test-admin.ts';
import { readJson, refusal } from '../test-kit/test-client.ts';
import { faultSwitches } from './faults.ts';

const admin = await openTestAdmin();
afterAll(admin.close);
afterEach(() => admin.call('DELETE', '/api/faults'));

const NONE = { questions: 'none', times: null, slow_ms: 0, notifications: 'none' };
const sale = {
  method: 'SALE',
  amount: '10',
  currency: 'EUR',
  merchant_id: '1001',
  ccToken: 'tok_sandbox_4242424242424242',
};
const change = (acquirer: object) => admin.call('PATCH', '/api/faults', { acquirer });
const faultsOfAcquirer = async () =>
  FaultsAnswer.parse(await admin.call('GET', '/api/faults')).faults.acquirer;

/** A SALE, with what the backend was told and what its record says then. */
async function bill(transactionID: string) {
  const answer = await readJson(await admin.post('/wallet/api/v1/billing', { ...sale, transactionID }));
  return answer.transaction?.status ?? answer.error.code;
}

/** Moves the clock past all that is waited for, and looks for what was lost. */
async function resolve() {
  admin.advance(120);
  await resolveAttempts(admin.context);
}

test.each(['dropAfter', 'forgetKey', 'errorAfter', 'unknownWord'])(
  'where the acquirer acted and its answer is lost by %s, a SALE is in doubt and found once',
  async (questions) => {
    await change({ questions, times: 1 });
    expect(await bill(`lost-${questions}`)).toBe('PENDING');
    expect(await faultsOfAcquirer()).toEqual(NONE);
    await resolve();
    const found = await admin.record(`lost-${questions}`);
    expect(found).toMatchObject({ status: 'SUCCESS', sandbox: { captured: '10.00' } });
  },
);

test('where the connection broke before the acquirer acted, the same question is asked again', async () => {
  await change({ questions: 'dropBefore', times: 1 });
  expect(await bill('lost-before')).toBe('PENDING');
  await resolve();
  expect(await admin.record('lost-before')).toMatchObject({
    status: 'SUCCESS',
    sandbox: { captured: '10.00' },
  });
});

test('an acquirer that is down was asked nothing, and one that acts twice on a question takes money once', async () => {
  await change({ questions: 'down' });
  expect(await bill('down')).toBe('processor_unavailable');
  await change({ questions: 'double' });
  expect(await bill('twice')).toBe('OK');
  expect((await admin.record('twice')).sandbox.captured).toBe('10.00');
});

test('its faults change by name, and a reset ends them, also those that would keep it from being emptied', async () => {
  await change({ questions: 'down' });
  await change({ notifications: 'late', slow_ms: 5 });
  expect(await faultsOfAcquirer()).toEqual({
    ...NONE,
    questions: 'down',
    notifications: 'late',
    slow_ms: 5,
  });
  await admin.call('POST', '/api/reset');
  expect(await faultsOfAcquirer()).toEqual(NONE);
  expect(await bill('after-reset')).toBe('OK');
});

test('a switch that there is not is refused, as is one of an acquirer that runs elsewhere', async () => {
  const refusalOf = (acquirer: object) =>
    refusal(admin.send('/api/faults', { method: 'PATCH', body: { acquirer } }));
  expect(await refusalOf({ questions: 'never' })).toEqual([400, 'parameter_invalid', 'acquirer']);
  expect(await refusalOf({ slow_ms: -1 })).toEqual([400, 'parameter_invalid', 'acquirer']);
  const remote = faultSwitches();
  expect(remote.now().acquirer).toBeNull();
  expect(() => remote.change({ acquirer: { questions: 'down' } })).toThrow('not simulated in this process');
});
