import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ReconcileAnswer } from '../../../contract/admin/reconciliation.ts';
import { createApp } from '../../main/app.ts';
import { applyNotifications } from '../../payments/asking/apply-notifications.ts';
import { acquirerNotifications } from '../../tables/acquirer-notifications.ts';
import { payments } from '../../tables/payments.ts';
import { postBilling } from '../../test-kit/acquirers/post-billing.ts';
import { isFullSize, seed } from '../../test-kit/test-size.ts';
import { dispute } from './acquirer-core.ts';
import { settlementOf } from './settlement.ts';
import { openReportedShop, type ReportedShop } from './test-kit/reported-shop.ts';

let shop: ReportedShop;
beforeAll(async () => {
  shop = await openReportedShop();
});
afterAll(() => shop.close());

const DAY = '2030-01-01';
const start = { ccToken: 'tok_sandbox_4242424242424242', merchant_id: '1001' };
const BILLED = ['CHARGE', 'REFUND', 'VOID'] as const;
const TOLD = [
  'chargeback.opened',
  'chargeback.reversed',
  'chargeback.lost',
  'capture.failed',
  'refund.failed',
] as const;

const steps = fc.array(
  fc.record({
    act: fc.constantFrom(...BILLED, ...TOLD, ...TOLD),
    /** Of which operation of the payment. */
    on: fc.nat({ max: 5 }),
    amount: fc.option(fc.integer({ min: 1, max: 600 })),
    /** Whether the acquirer tells now what waits, or with what comes later. */
    tells: fc.boolean(),
  }),
  { minLength: 4, maxLength: 14 },
);
type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

let held = 0;

/** Bills what the service allows, or lets the acquirer do what its ledger allows. */
async function take(app: ReturnType<typeof createApp>, ids: string[], { act, on, amount }: Step) {
  const transactionID = ids[on % ids.length] ?? '';
  const isBilled = BILLED.find((method) => method === act);
  if (isBilled) {
    const money = isBilled === 'VOID' || amount === null ? {} : { amount: (amount / 100).toFixed(2) };
    const answer = await postBilling(app, { method: isBilled, transactionID, currency: 'EUR', ...money });
    if (answer.transaction?.status === 'OK') ids.push(answer.transaction.transactionID);
    return;
  }
  const event = TOLD.find((told) => told === act);
  const { operation } = await shop.found(transactionID);
  if (event === undefined) return;
  const answer = dispute(shop.simulated.core, {
    event,
    merchantAccount: 'demo',
    reference: operation.id,
    amount: event.startsWith('chargeback') ? (amount ?? operation.amount) : operation.amount,
    currency: 'EUR',
  });
  if (answer.outcome === 'received') held += 1;
}

async function tellAll() {
  shop.simulated.faults.clear();
  for (let round = 0; round < 6; round += 1) {
    await shop.simulated.sendDue();
    await applyNotifications(shop.context);
    shop.advance(40);
  }
}

test('whatever was captured, given back, disputed or failed, told in any order: both ledgers come to the same', async () => {
  const app = createApp(shop.context);
  const { db } = shop.context;
  const run = async (method: 'SALE' | 'AUTH', all: readonly Step[], fault: 'none' | 'reverse' | 'double') => {
    const { transaction } = await postBilling(app, { ...start, method, amount: '10.00', currency: 'EUR' });
    const ids: string[] = [transaction.transactionID];
    shop.simulated.faults.change({ notifications: fault });
    for (const step of all) {
      await take(app, ids, step);
      if (!step.tells) continue;
      await shop.simulated.sendDue();
      await applyNotifications(shop.context);
    }
    await tellAll();
    for (const { state, reason } of await db.select().from(acquirerNotifications))
      expect([state, reason]).toEqual(['applied', null]);
    const rows = await db.select().from(payments);
    const ours = rows.reduce((sum, row) => sum + row.captured - row.refunded - row.chargedBack, 0);
    const theirs = settlementOf(shop.simulated.core, DAY).reduce((sum, { gross }) => sum + gross, 0);
    expect(theirs).toBe(ours);
  };
  const histories = fc.asyncProperty(
    fc.constantFrom('SALE' as const, 'AUTH' as const),
    steps,
    fc.constantFrom('none' as const, 'reverse' as const, 'double' as const),
    run,
  );
  await fc.assert(histories, { seed, numRuns: isFullSize ? 80 : 25 });
  expect(held).toBeGreaterThan(10);
  const answer = await shop.send(`/api/reconciliations?day=${DAY}`, { method: 'POST' });
  const { reconciliations } = ReconcileAnswer.parse(await answer.json());
  expect(reconciliations).toEqual([
    expect.objectContaining({ outcome: 'equal', differences: [], later_events: [] }),
  ]);
}, 120_000);
