import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ReconcileAnswer, ReconciliationsAnswer } from '../../../../contract/admin/reconciliation.ts';
import type { ReportLine } from '../../../base/processor/acquirer.ts';
import { applyNotifications } from '../../../payments/asking/apply-notifications.ts';
import { openReportedShop, type ReportedShop } from '../../../sandbox/acquirer/test-kit/reported-shop.ts';
import { reconciliations } from '../../../tables/reconciliations.ts';
import { refusal } from '../../../test-kit/test-client.ts';
import { reconcileLastDays } from '../../reconcile/reconcile-job.ts';

const DAY = '2030-01-01';
let shop: ReportedShop;
beforeAll(async () => {
  shop = await openReportedShop();
  await shop.pay({ method: 'SALE', amount: '10.00' });
  const refunded = await shop.pay({ method: 'SALE', amount: '20.01' });
  await shop.pay({ method: 'REFUND', amount: '5.01', transactionID: refunded });
  const authorised = await shop.pay({ method: 'AUTH', amount: '30.00' });
  await shop.pay({ method: 'CHARGE', amount: '12.00', transactionID: authorised });
  await shop.pay({ method: 'CHARGE', amount: '8.00', transactionID: authorised });
  const voided = await shop.pay({ method: 'SALE', amount: '40.00', currency: 'GBP' });
  await shop.pay({ method: 'VOID', transactionID: voided, currency: 'GBP' });
  await shop.pay({ method: 'SALE', amount: '9.00', ccToken: 'tok_sandbox_4000000000009995' });
});
afterAll(() => shop.close());
beforeEach(() => {
  shop.plan.tamper = (lines) => lines;
  shop.plan.isDown = false;
});

async function run(query: string, body?: string) {
  const answer = await shop.send(`/api/reconciliations?${query}`, { method: 'POST', body });
  if (!answer.ok) throw new Error(await answer.text());
  return ReconcileAnswer.parse(await answer.json()).reconciliations;
}
const only = async (query = `day=${DAY}`, body?: string) => {
  const [result, ...others] = await run(query, body);
  if (!result || others.length > 0) throw new Error('wanted one result');
  return result;
};
const list = async () =>
  ReconciliationsAnswer.parse(await (await shop.send('/api/reconciliations')).json()).reconciliations;

test('a day of payments of all kinds agrees with the acquirer’s own report, by currency', async () => {
  const result = await only();
  expect(result).toMatchObject({ processor: 'simulated', day: DAY, outcome: 'equal', difference_count: 0 });
  expect(result).toMatchObject({ line_count: 7, agreed_count: 7, differences: [], undecided: [] });
  expect(result.totals).toEqual([
    expect.objectContaining({ currency: 'EUR', ours: '45.00', theirs: '45.00', differences: '0.00' }),
    expect.objectContaining({ currency: 'GBP', ours: '0.00', theirs: '0.00' }),
  ]);
  expect(Number(result.totals[0]?.fees)).toBeGreaterThan(0);
  expect(result.account_totals).toEqual([
    expect.objectContaining({ merchant_account: 'demo', currency: 'EUR', ours: '45.00', theirs: '45.00' }),
    expect.objectContaining({ merchant_account: 'demo', currency: 'GBP', ours: '0.00' }),
  ]);
});

test('a day that an older version has stored otherwise can be read, and compared again', async () => {
  await only();
  const lacking = { result: sql`${reconciliations.result} - 'account_totals'` };
  await shop.context.db.update(reconciliations).set(lacking).where(eq(reconciliations.day, DAY));
  const read = async () =>
    ReconcileAnswer.parse(await (await shop.send(`/api/reconciliations/${DAY}`)).json()).reconciliations;
  expect(await read()).toMatchObject([{ outcome: 'unread', reason: expect.stringMatching(/^older:/) }]);
  await only();
  expect(await read()).toMatchObject([{ outcome: 'equal' }]);
});

const isOf = (units: number) => (line: ReportLine) => line.gross === units;
const changed = (units: number, change: Partial<ReportLine>) => (lines: readonly ReportLine[]) =>
  lines.map((line) => (isOf(units)(line) ? { ...line, ...change } : line));

describe('each difference is named, with the amounts of both sides, and explains the totals', () => {
  const stranger = { reference: 'stranger', processorReference: 'psp-0', paymentProcessorReference: 'psp-0' };
  test.each<[string, (lines: readonly ReportLine[]) => readonly ReportLine[], object]>([
    [
      'missing_there',
      (lines) => lines.filter((line) => !isOf(2_001)(line)),
      { ours: { amount: '20.01', currency: 'EUR' }, theirs: null, method: 'SALE' },
    ],
    [
      'missing_here',
      (lines) => [...lines, ...lines.filter(isOf(1_000)).map((line) => ({ ...line, ...stranger }))],
      {
        ours: null,
        theirs: { amount: '10.00', currency: 'EUR' },
        transaction_id: null,
        reference: 'stranger',
      },
    ],
    [
      'amount',
      changed(-501, { gross: -500 }),
      { method: 'REFUND', ours: { amount: '-5.01', currency: 'EUR' } },
    ],
    ['currency', changed(1_200, { currency: 'USD' }), { theirs: { amount: '12.00', currency: 'USD' } }],
    [
      'double',
      (lines) => lines.flatMap((line) => (isOf(800)(line) ? [line, line] : [line])),
      { method: 'CHARGE', theirs: { amount: '8.00', currency: 'EUR' } },
    ],
  ])('%s', async (kind, tamper, difference) => {
    shop.plan.tamper = (lines) => (lines.length > 0 ? tamper(lines) : lines);
    const result = await only();
    expect(result).toMatchObject({ outcome: 'differs', difference_count: 1 });
    expect(result.differences).toEqual([expect.objectContaining({ kind, ...difference })]);
    for (const { ours, theirs, differences } of result.totals) {
      expect((Number(ours) + Number(differences)).toFixed(2)).toBe(theirs);
    }
  });

  test('status, of a payment that failed here', async () => {
    const id = await shop.pay({ method: 'SALE', amount: '9.10', ccToken: 'tok_sandbox_4000000000009995' });
    const { operation } = await shop.found(id);
    shop.plan.tamper = (lines) =>
      lines.flatMap((line) =>
        isOf(1_000)(line)
          ? [line, { ...line, reference: operation.id, processorReference: 'psp-9', gross: 910 }]
          : [line],
      );
    expect((await only()).differences).toEqual([
      expect.objectContaining({ kind: 'status', status: 'FAILURE', transaction_id: id }),
    ]);
  });
});

test('what the acquirer has not answered is undecided, and no difference; settled by it, it is one', async () => {
  shop.plan.isDown = false;
  shop.simulated.faults.change({ questions: 'dropAfter', times: 1 });
  const id = await shop.pay({ method: 'SALE', amount: '3.33' });
  const settled = await only();
  expect(settled.differences).toEqual([
    expect.objectContaining({ kind: 'status', status: 'PENDING', transaction_id: id }),
  ]);
  shop.plan.tamper = (lines) => lines.filter((line) => !isOf(333)(line));
  expect(await only()).toMatchObject({
    outcome: 'equal',
    undecided: [expect.objectContaining({ transaction_id: id, amount: '3.33' })],
  });
});

test('payouts and unknown kinds are lines of their own; a chargeback of which nobody here was told is a difference', async () => {
  shop.plan.tamper = (lines) =>
    lines.flatMap((line) =>
      isOf(1_000)(line)
        ? [
            line,
            { ...line, kind: 'chargeback' as const, type: 'Chargeback', gross: -1_000, fee: 0 },
            { ...line, kind: 'other' as const, type: 'Reserve', gross: -7, fee: 0 },
            { ...line, kind: 'payout' as const, type: 'Payout', gross: -4_000, fee: 0 },
          ]
        : line.gross === 333
          ? []
          : [line],
    );
  const result = await only();
  expect(result.differences).toEqual([
    expect.objectContaining({
      kind: 'missing_here',
      movement: 'chargeback',
      theirs: { amount: '-10.00', currency: 'EUR' },
      advice: expect.stringContaining('was not told'),
    }),
  ]);
  expect(result.later_events).toEqual([
    expect.objectContaining({ type: 'Reserve', amount: '-0.07', payment_id: expect.any(String) }),
  ]);
  expect(result.totals[0]).toMatchObject({ payouts: '40.00', later_events: '-0.07' });
});

test('an operation that the acquirer ends after midnight is a difference on neither day', async () => {
  const clear = (lines: readonly ReportLine[]) => lines.filter((line) => !isOf(333)(line));
  shop.plan.tamper = clear;
  const midnight = Date.UTC(2030, 0, 2);
  shop.advance((midnight - shop.context.clock.now().getTime()) / 1_000 - 1);
  const sale = await shop.pay({ method: 'SALE', amount: '7.00', merchant_id: '1002' });
  await shop.pay({
    method: 'REFUND',
    amount: '7.00',
    transactionID: sale,
    callback_url: 'http://127.0.0.1:9999/callback',
  });
  await shop.pay({ method: 'SALE', amount: '6.00' });
  shop.advance(3_600);
  await shop.simulated.sendDue();
  await applyNotifications(shop.context);
  for (const day of [DAY, '2030-01-02']) {
    const result = await only(`day=${day}`);
    expect(result, day).toMatchObject({ outcome: 'equal', line_count: day === DAY ? 9 : 1 });
  }
});

test('the daily job compares each day once after its end, also where somebody had it compared before that', async () => {
  await only('day=2030-01-02');
  shop.advance(86_400);
  const before = (await list()).find(({ day }) => day === DAY);
  expect(await reconcileLastDays(shop.context)).toBe(3);
  expect(await reconcileLastDays(shop.context)).toBe(0);
  const after = (await list()).find(({ day }) => day === DAY);
  // Of the payment whose answer was dropped the report of the whole day has a line.
  expect([before?.outcome, after?.outcome]).toEqual(['equal', 'differs']);
  expect(after?.reconciled_at).not.toBe(before?.reconciled_at);
});

test('the daily job asks again for a report that nobody could read', async () => {
  const days = async () => (await list()).map(({ day, outcome }) => `${day} ${outcome}`);
  shop.plan.isDown = true;
  shop.advance(86_400 + 3 * 3_600);
  await reconcileLastDays(shop.context);
  expect((await days())[0]).toBe('2030-01-03 unread');
  expect((await list())[0]?.reason).toMatch(/^report_unknown: /);
  shop.plan.isDown = false;
  shop.advance(3_500);
  expect(await reconcileLastDays(shop.context)).toBe(0);
  shop.advance(101);
  // The day before was compared too early.
  expect(await reconcileLastDays(shop.context)).toBe(2);
  expect((await days())[0]).toBe('2030-01-03 equal');
});

test('two processes compare a day once', async () => {
  shop.advance(86_400);
  const counts = await Promise.all([reconcileLastDays(shop.context), reconcileLastDays(shop.context)]);
  expect(counts.toSorted()).toEqual([0, 1]);
});

test('merchants that share one account of the acquirer are compared under its name', async () => {
  const shared = await openReportedShop({ merchantAccount: 'ShopCOM' });
  try {
    await shared.pay({ method: 'SALE', amount: '10.00' });
    const of = async (query: string) => {
      const answer = await shared.send(`/api/reconciliations?day=${DAY}${query}`, { method: 'POST' });
      return ReconcileAnswer.parse(await answer.json()).reconciliations[0];
    };
    expect(await of('')).toMatchObject({ outcome: 'equal', line_count: 1, agreed_count: 1 });
    expect(await of('&merchant=ShopCOM')).toMatchObject({ outcome: 'equal', agreed_count: 1 });
  } finally {
    await shared.close();
  }
});

describe('a report that is given as a file', () => {
  const fileOf = async (day: string) => {
    const headers = { 'x-api-key': 'acquirer-key' };
    return (await shop.simulated.fetch(`http://acquirer/v1/reports/${day}`, { headers })).text();
  };

  test('is compared as it stands, at the acquirer that is named', async () => {
    const asked = shop.plan.asked.length;
    const result = await only(`day=2030-01-02&processor=simulated`, await fileOf('2030-01-02'));
    expect(result).toMatchObject({ outcome: 'equal', line_count: 1 });
    expect(shop.plan.asked.length).toBe(asked);
    const { entries } = JSON.parse(await (await shop.send('/api/audit')).text());
    expect(entries[0]).toMatchObject({
      act: 'reconciliation.run',
      subject: 'simulated 2030-01-02',
      details: { outcome: 'equal', file_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
  });

  test('of one merchant compares that one alone, and its result is not kept', async () => {
    const before = await list();
    const file = JSON.stringify(
      JSON.parse(await fileOf(DAY)).filter((line: ReportLine) => line.gross !== 333),
    );
    const result = await only(`day=${DAY}&merchant=second`, file);
    expect(result).toMatchObject({ outcome: 'equal', line_count: 0, totals: [] });
    expect(await list()).toEqual(before);
  });

  test('S88: that is none is refused with a code, and does not take the place of what was found', async () => {
    const before = await list();
    for (const file of ['<html>', '[{"type":"captured"}]', `"${'x'.repeat(2_000_000)}`]) {
      expect(await only(`day=2030-01-02`, file)).toMatchObject({
        outcome: 'unread',
        reason: expect.stringMatching(/^report_unreadable: /),
      });
    }
    expect(await list()).toEqual(before);
    const large = shop.send(`/api/reconciliations?day=${DAY}`, {
      method: 'POST',
      body: 'x'.repeat(16 * 1024 * 1024 + 1),
    });
    expect(await refusal(large)).toEqual([413, 'body_too_large']);
  });

  test('S88: with a card number in each cell leaves none in store, answer or log', async () => {
    const number = '4242424242424242';
    const [line] = JSON.parse(await fileOf('2030-01-02'));
    const cells = { merchantAccount: number, reference: number, processorReference: number };
    const evil = { ...line, ...cells, paymentProcessorReference: number };
    const file = JSON.stringify([line, evil]);
    const result = await only('day=2030-01-02', file);
    expect(result).toMatchObject({ outcome: 'differs', difference_count: 1 });
    const stored = await (await shop.send('/api/reconciliations/2030-01-02')).text();
    expect(JSON.parse(stored).reconciliations).toEqual([result]);
    for (const text of [stored, shop.logged()]) expect(text).not.toContain(number);
  });
});

test.each([
  ['day=2030-02-01', 400, 'parameter_invalid'],
  ['day=2030-13-01', 400, 'parameter_invalid'],
  ['', 400, 'parameter_missing'],
])('a day that has not begun or is none is refused: %j', async (query, status, code) => {
  const answer = shop.send(`/api/reconciliations?${query}`, { method: 'POST' });
  expect(await refusal(answer)).toEqual([status, code, 'day']);
});

test('an acquirer of an unknown name is told as such', async () => {
  expect(await only(`day=${DAY}&processor=nobody`)).toMatchObject({
    outcome: 'unread',
    reason: 'acquirer_unknown: no acquirer has this name',
  });
});
