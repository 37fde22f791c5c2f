import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ReportLine } from '../../base/processor/acquirer.ts';
import { compareLedgers, type LedgersOfDay } from './compare-ledgers.ts';
import type { BookEntry } from './ledgers.ts';

const DAY = '2030-01-02';
const noon = new Date(`${DAY}T12:00:00Z`);

const entry = (change: Partial<BookEntry> = {}): BookEntry => {
  const reference = change.reference ?? 'op-1';
  return {
    reference,
    paymentReference: reference,
    processorReference: `psp-${reference}`,
    merchantAccount: 'demo',
    kind: 'captured',
    amount: 1_000,
    currency: 'EUR',
    status: 'SUCCESS',
    askedAt: change.endedAt ?? noon,
    endedAt: noon,
    transactionId: `txn-${reference}`,
    paymentId: '00000000-0000-4000-8000-000000000000',
    method: 'SALE',
    ...change,
  };
};

const lineOf = (of: BookEntry, change: Partial<ReportLine> = {}): ReportLine => ({
  kind: of.kind,
  type: of.kind,
  reference: of.reference,
  processorReference: of.processorReference ?? undefined,
  merchantAccount: of.merchantAccount,
  currency: of.currency,
  gross: of.amount,
  fee: 0,
  feeCurrency: of.currency,
  ...change,
});

const compare = (ledgers: Partial<LedgersOfDay>) =>
  compareLedgers({
    day: DAY,
    entries: [],
    lines: [],
    otherReports: new Map(),
    isOfAnyDay: false,
    ...ledgers,
  });

const kindsOf = (ledgers: Partial<LedgersOfDay>) => compare(ledgers).differences.map(({ kind }) => kind);
const at = (time: string) => new Date(`${time}Z`);

describe('compareLedgers', () => {
  const one = entry();
  const refund = entry({ reference: 'op-2', kind: 'refunded', amount: -300, method: 'REFUND' });

  it('finds nothing where both sides say the same, in any order', () => {
    const comparison = compare({ entries: [one, refund], lines: [lineOf(refund), lineOf(one)] });
    expect(comparison).toMatchObject({ differences: [], agreedCount: 2, lineCount: 2 });
    expect(comparison.totals).toEqual([
      ['EUR', expect.objectContaining({ ours: 700, theirs: 700, differences: 0 })],
    ]);
  });

  it.each<[string, string, Partial<LedgersOfDay>]>([
    ['missing_here', 'nobody here asked for it', { lines: [lineOf(one)] }],
    ['missing_there', 'the acquirer has it not', { entries: [one] }],
    ['amount', 'a cent is missing', { entries: [one], lines: [lineOf(one, { gross: 999 })] }],
    ['currency', 'it is in another currency', { entries: [one], lines: [lineOf(one, { currency: 'USD' })] }],
    ['status', 'it failed here', { entries: [entry({ status: 'FAILURE' })], lines: [lineOf(one)] }],
    ['status', 'it is pending here', { entries: [entry({ status: 'PENDING' })], lines: [lineOf(one)] }],
    ['double', 'the report has it twice', { entries: [one], lines: [lineOf(one), lineOf(one)] }],
    [
      'day',
      'it ended here days before',
      { entries: [entry({ endedAt: at('2029-12-30T12:00:00') })], lines: [lineOf(one)] },
    ],
    [
      'double',
      'the day before has it, too',
      {
        entries: [entry({ endedAt: at('2030-01-01T23:30:00') })],
        lines: [lineOf(one)],
        otherReports: new Map([['2030-01-01', [lineOf(one)]]]),
      },
    ],
    [
      'missing_here',
      'another merchant account has it',
      { entries: [one], lines: [lineOf(one), lineOf(one, { merchantAccount: 'other' })] },
    ],
  ])('calls it %s where %s', (kind, _why, ledgers) => {
    expect(kindsOf(ledgers)).toEqual([kind]);
  });

  it('takes an operation near midnight in the report of either day', () => {
    const late = entry({ endedAt: at('2030-01-02T23:59:50'), askedAt: at('2030-01-02T23:59:40') });
    const otherReports = new Map([['2030-01-03', [lineOf(late)]]]);
    const today = compare({ entries: [late], otherReports });
    expect(today).toMatchObject({ differences: [], agreedCount: 0 });
    expect(today.totals[0]?.[1]).toMatchObject({ ours: 1_000, theirs: 0, inOtherReports: 1_000 });
    const tomorrow = compare({ day: '2030-01-03', entries: [late], lines: [lineOf(late)] });
    expect(tomorrow).toMatchObject({ differences: [], agreedCount: 1, wantedDays: [DAY] });
    expect(tomorrow.totals[0]?.[1]).toMatchObject({ ours: 0, theirs: 1_000, ofOtherDays: 1_000 });
  });

  it('misses an operation near midnight once the report of the other day has it neither', () => {
    const late = entry({ endedAt: at('2030-01-02T23:59:50') });
    expect(compare({ entries: [late] })).toMatchObject({
      differences: [],
      wantedDays: ['2030-01-03', '2030-01-01'],
    });
    expect(kindsOf({ entries: [late], otherReports: new Map([['2030-01-03', []]]) })).toEqual([
      'missing_there',
    ]);
  });

  it('takes an operation whose answer was found days later in the report of the day that it was asked on', () => {
    const found = entry({ askedAt: at('2029-12-31T10:00:00'), endedAt: noon });
    expect(compare({ entries: [found] }).wantedDays).toContain('2029-12-31');
    expect(kindsOf({ day: '2029-12-31', entries: [found], lines: [lineOf(found)] })).toEqual([]);
  });

  it('lists what is undecided, which is no difference', () => {
    const pending = entry({ status: 'PENDING' });
    expect(compare({ entries: [pending] })).toMatchObject({ differences: [], undecided: [pending] });
  });

  it('adds up fees, payouts and lines of unknown kinds by currency', () => {
    const other = { merchantAccount: 'demo', reference: undefined, processorReference: undefined };
    const lines = [
      lineOf(one, { fee: 24, feeCurrency: 'USD' }),
      lineOf(one, { ...other, kind: 'payout', type: 'MerchantPayout', gross: -980 }),
      lineOf(one, { ...other, kind: 'fee', type: 'Fee', gross: -50 }),
      lineOf(one, { kind: 'other', type: 'Reserve', gross: -1_000 }),
      lineOf(one, { ...other, kind: 'other', type: 'New', gross: 7 }),
    ];
    const { totals, differences, laterLines } = compare({ entries: [one], lines });
    expect(differences).toEqual([]);
    expect(laterLines.map(({ line, entry: of }) => [line.type, of?.transactionId])).toEqual([
      ['Reserve', one.transactionId],
      ['New', undefined],
    ]);
    expect(totals).toEqual([
      [
        'EUR',
        expect.objectContaining({ ours: 1_000, theirs: 1_000, fees: 50, payouts: 980, laterEvents: -993 }),
      ],
      ['USD', expect.objectContaining({ ours: 0, fees: 24 })],
    ]);
  });

  it('compares what became of money afterwards, each by its own name where an operation was disputed twice', () => {
    const disputed = (name: string, change: Partial<BookEntry> = {}) =>
      entry({ kind: 'chargeback', amount: -400, processorReference: name, ...change });
    const won = disputed('d-3', { kind: 'chargebackReversed', amount: 400 });
    const ours = [one, disputed('d-1'), won, disputed('d-2')];
    const report = ours.toReversed().map((each) => lineOf(each));
    expect(compare({ entries: ours, lines: report })).toMatchObject({ differences: [], agreedCount: 4 });
    const named = (lines: readonly ReportLine[], of: readonly BookEntry[] = ours) =>
      compare({ entries: of, lines }).differences.map(({ kind, line, entry: found }) => [
        kind,
        line?.processorReference ?? found?.processorReference,
      ]);
    expect(named(report.slice(1))).toEqual([['missing_there', 'd-2']]);
    expect(named(report, ours.slice(0, 3))).toEqual([['double', 'd-1']]);
    expect(named(report, [one])).toEqual([
      ['missing_here', 'd-2'],
      ['missing_here', 'd-3'],
      ['missing_here', 'd-1'],
    ]);
    const off = report.map((line) => (line.gross === 400 ? { ...line, gross: 399 } : line));
    expect(named(off)).toEqual([['amount', 'd-3']]);
  });

  it('finds an operation by the payment that the line names, if no other could be meant', () => {
    const of = (reference: string, amount: number) =>
      entry({ reference, paymentReference: 'start', processorReference: null, amount });
    const byPayment = (gross: number) => lineOf(one, { reference: 'start', processorReference: 'M1', gross });
    const entries = [of('a', 400), of('b', 600)];
    expect(kindsOf({ entries, lines: [byPayment(600), byPayment(400)] })).toEqual([]);
    expect(kindsOf({ entries, lines: [byPayment(500), byPayment(400)] })).toEqual([
      'missing_here',
      'missing_there',
    ]);
    expect(kindsOf({ entries, lines: [byPayment(400), byPayment(500)] })).toEqual(['amount']);
  });

  it('refuses what is no exact number of minor units', () => {
    for (const gross of [0.5, Number.NaN, 2 ** 53]) {
      expect(() => compare({ lines: [lineOf(one, { gross })] })).toThrow('no exact number');
    }
    const most = Number.MAX_SAFE_INTEGER;
    expect(() => compare({ lines: [lineOf(one, { gross: most }), lineOf(one, { gross: most })] })).toThrow(
      'no exact number',
    );
  });
});

const currencies = fc.constantFrom('EUR', 'USD');
const references = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const times = fc.integer({ min: -40, max: 40 }).map((hours) => new Date(noon.getTime() + hours * 3_600_000));
const amounts = fc.integer({ min: 1, max: 9 });
const entries = fc.uniqueArray(
  fc.record({
    reference: references,
    currency: currencies,
    amount: amounts,
    endedAt: times,
    status: fc.constantFrom('PENDING' as const, 'SUCCESS' as const, 'SUCCESS' as const, 'FAILURE' as const),
  }),
  { selector: ({ reference }) => reference, maxLength: 5 },
);
const lines = fc.array(
  fc.record({
    reference: references,
    currency: currencies,
    gross: amounts,
    merchantAccount: fc.constantFrom('demo', 'demo', 'other'),
  }),
  { maxLength: 7 },
);
const asLines = (some: readonly Pick<ReportLine, 'currency' | 'gross' | 'reference' | 'merchantAccount'>[]) =>
  some.map((line) => lineOf(entry({ reference: `${line.reference}` }), line));

test('of any two ledgers, the differences explain the totals to the minor unit', () => {
  fc.assert(
    fc.property(entries, lines, lines, fc.boolean(), (ours, report, next, isOfAnyDay) => {
      const { totals, accountTotals, differences, agreedCount, lineCount } = compare({
        entries: ours.map(entry),
        lines: asLines(report),
        otherReports: new Map([['2030-01-03', asLines(next)]]),
        isOfAnyDay,
      });
      const ofAccounts = accountTotals.map(
        (of) => [`${of.merchantAccount} ${of.currency}`, of.totals] as const,
      );
      for (const [currency, sums] of [...totals, ...ofAccounts]) {
        const { ours: here, differences: apart, ofOtherDays, inOtherReports, theirs } = sums;
        expect(here + apart + ofOtherDays - inOtherReports, currency).toBe(theirs);
      }
      expect(lineCount).toBe(report.length);
      expect(agreedCount + differences.filter(({ line }) => line).length).toBe(lineCount);
    }),
    { numRuns: 1_000 },
  );
});

test('of any day, a report of what succeeded agrees; with one line less or changed there is one difference', () => {
  const ofDay = entries.filter((some) => some.some(({ status }) => status === 'SUCCESS'));
  fc.assert(
    fc.property(ofDay, fc.nat(), (some, place) => {
      const ours = some.map((each) => entry({ ...each, endedAt: noon }));
      const report = ours.filter(({ status }) => status === 'SUCCESS').map((each) => lineOf(each));
      expect(kindsOf({ entries: ours, lines: report.toReversed() })).toEqual([]);
      const changed = place % report.length;
      const less = report.filter((_, index) => index !== changed);
      expect(kindsOf({ entries: ours, lines: less })).toEqual(['missing_there']);
      const off = report.map((line, index) =>
        index === changed ? { ...line, gross: line.gross + 1 } : line,
      );
      expect(kindsOf({ entries: ours, lines: off })).toEqual(['amount']);
    }),
  );
});
