import { expect, test } from '@playwright/test';
import { askAdmin } from '../../support/stack/admin-client.ts';
import { lookUp } from '../../support/stack/service-client.ts';
import { followUp, send, start, transactionIdOf } from './merchant.ts';
import { startServices, stores } from './stores.ts';

const HOUR_SECONDS = 3600;
const DAYS = 8;

for (const store of stores) {
  test(`on ${store} one jump of the clock ends like many small ones`, { tag: '@prove' }, async () => {
    test.setTimeout(120_000);
    const atOnce = await afterSteps(store, [DAYS * 24]);
    const bySteps = await afterSteps(
      store,
      Array.from({ length: DAYS * 8 }, () => 3),
    );
    expect(bySteps).toEqual(atOnce);
    expect(atOnce.map(({ state }) => state)).toEqual([
      'EXPIRED',
      'CAPTURED',
      'CAPTURED',
      'FAILED',
      'REFUNDED',
    ]);
  });
}

/** What became of payments of every kind on a store of their own. */
async function afterSteps(store: (typeof stores)[number], hours: readonly number[]) {
  const services = await startServices(store);
  try {
    const [first] = services.processes;
    if (!first) throw new Error('Cannot move the clock: no process runs');
    const ids = await beginPayments(first.url);
    for (const each of hours) {
      await askAdmin(first.inspectorUrl, '/api/clock', { advance_seconds: each * HOUR_SECONDS });
    }
    return await Promise.all(ids.map((id) => endOf(first.url, id)));
  } finally {
    await services.stop();
  }
}

async function beginPayments(url: string): Promise<string[]> {
  const begin = async (request: ReturnType<typeof start>) => transactionIdOf(await send(url, request));
  const untouched = await begin(start('AUTH', '20.00'));
  const inPart = await begin(start('AUTH', '20.00'));
  await send(url, followUp('CHARGE', inPart, '5.00'));
  const sale = await begin(start('SALE', '20.00'));
  const asked = start('AUTH', '10.00');
  const challenged = await begin({ ...asked, form: { ...asked.form, method: 'AUTH_3DS', currency: 'GBP' } });
  const returned = await begin(start('SALE', '20.00'));
  await send(url, followUp('REFUND', returned, '20.00'));
  return [untouched, inPart, sale, challenged, returned];
}

async function endOf(url: string, id: string) {
  const { status, sandbox } = await lookUp(url, id);
  const { payment_state: state, authorised, captured, refunded, remaining } = sandbox;
  return { status, state, authorised, captured, refunded, remaining };
}
