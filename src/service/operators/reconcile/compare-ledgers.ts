import type { Difference } from '../../../contract/admin/reconciliation.ts';
import type { ReportLine } from '../../base/processor/acquirer.ts';
import { addDays, dayOf } from './day.ts';
import { type BookEntry, isMoneyLine, type MoneyLine } from './ledgers.ts';
import { type Matcher, matcherOf } from './match-lines.ts';
import { createSums, type Sums, type TotalsOfAccount } from './totals.ts';

/** How far our time of an operation and the acquirer's may be apart, as where its day ends at another hour. */
const MARGIN_MS = 2 * 3_600_000;

export type LedgersOfDay = {
  readonly day: string;
  /** Ours, of this day and others. */
  readonly entries: readonly BookEntry[];
  /** The report of the day. */
  readonly lines: readonly ReportLine[];
  /** Reports of other days, by day. */
  readonly otherReports: ReadonlyMap<string, readonly ReportLine[]>;
  /** Whether the report may have lines of any day, as one that is made for a payout. */
  readonly isOfAnyDay: boolean;
};

export type Found = {
  readonly kind: Difference['kind'];
  readonly entry?: BookEntry | undefined;
  readonly line?: MoneyLine | undefined;
};

export type LaterLine = { readonly line: ReportLine; readonly entry: BookEntry | undefined };

export type Comparison = {
  readonly differences: readonly Found[];
  /** Money lines, and how many of them agree with ours. */
  readonly lineCount: number;
  readonly agreedCount: number;
  readonly undecided: readonly BookEntry[];
  readonly laterLines: readonly LaterLine[];
  readonly totals: ReturnType<Sums['byCurrency']>;
  readonly accountTotals: readonly TotalsOfAccount[];
  /** Days whose reports may say where a missing operation stands, or that one stands twice. */
  readonly wantedDays: readonly string[];
};

/**
 * Compares our operations of a day with the acquirer's report of it, to the minor unit. For each currency, and
 * each merchant account, `ours` +
 * `differences` + `ofOtherDays` - `inOtherReports` is `theirs`. Rule: reconcile/day, reconcile/differences.
 */
export function compareLedgers(ledgers: LedgersOfDay): Comparison {
  const matcher = matcherOf(ledgers.entries);
  const state: State = {
    ledgers,
    sums: createSums(),
    namedElsewhere: namedIn([...ledgers.otherReports.values()].flat(), matcher),
    named: new Set(),
    differences: [],
    wantedDays: new Set(),
  };
  const moneyLines = ledgers.lines.filter(isMoneyLine);
  for (const line of moneyLines) {
    state.sums.add('theirs', moneyOf(line));
    judgeLine(state, line, matcher(line, state.named));
  }
  const agreedCount = moneyLines.length - state.differences.length;
  for (const entry of ledgers.entries) judgeEntry(state, entry);
  return {
    differences: state.differences,
    lineCount: moneyLines.length,
    agreedCount,
    undecided: ledgers.entries.filter(
      (entry) => entry.status === 'PENDING' && isOfDay(ledgers, entry) && !state.named.has(entry),
    ),
    laterLines: addOthers(state),
    totals: state.sums.byCurrency(),
    accountTotals: state.sums.byAccount(),
    wantedDays: [...state.wantedDays].filter((day) => day !== ledgers.day),
  };
}

type State = {
  readonly ledgers: LedgersOfDay;
  readonly sums: Sums;
  readonly namedElsewhere: ReadonlySet<BookEntry>;
  readonly named: Set<BookEntry>;
  readonly differences: Found[];
  readonly wantedDays: Set<string>;
};

function namedIn(lines: readonly ReportLine[], matcher: Matcher): ReadonlySet<BookEntry> {
  const named = new Set<BookEntry>();
  for (const line of lines.filter(isMoneyLine)) {
    const entry = matcher(line, named);
    if (entry) named.add(entry);
  }
  return named;
}

function judgeLine(state: State, line: MoneyLine, entry: BookEntry | undefined): void {
  const { ledgers, sums } = state;
  const kind = kindOf(state, line, entry);
  const isFirst = entry !== undefined && !state.named.has(entry);
  if (entry) state.named.add(entry);
  const isAgainstOurs = kind === undefined || kind === 'amount' || kind === 'currency';
  const isOther = entry !== undefined && !isOfDay(ledgers, entry);
  if (isOther) state.wantedDays.add(dayOf(entry.endedAt));
  if (isFirst && isAgainstOurs && isOther) sums.add('ofOtherDays', entry);
  if (kind === undefined) return;
  state.differences.push({ kind, line, entry });
  sums.add('differences', moneyOf(line));
  if (entry && isAgainstOurs) sums.add('differences', negative(entry));
}

/** Undefined where the line agrees. */
function kindOf(state: State, line: MoneyLine, entry: BookEntry | undefined): Found['kind'] | undefined {
  if (!entry) return 'missing_here';
  const { ledgers } = state;
  if (state.named.has(entry)) return 'double';
  if (entry.status !== 'SUCCESS') return 'status';
  if (!isOfDay(ledgers, entry)) {
    if (state.namedElsewhere.has(entry)) return 'double';
    if (!ledgers.isOfAnyDay && !daysOf(entry).includes(ledgers.day)) return 'day';
  }
  if (line.currency !== entry.currency) return 'currency';
  return line.gross === entry.amount ? undefined : 'amount';
}

function judgeEntry(state: State, entry: BookEntry): void {
  const { ledgers, sums } = state;
  if (entry.status !== 'SUCCESS' || !isOfDay(ledgers, entry)) return;
  sums.add('ours', entry);
  if (state.named.has(entry)) return;
  const days = daysOf(entry);
  const isUnread = days.some((day) => day !== ledgers.day && !ledgers.otherReports.has(day));
  for (const day of [...days, addDays(ledgers.day, -1), addDays(ledgers.day, 1)]) state.wantedDays.add(day);
  if (state.namedElsewhere.has(entry) || isUnread) {
    sums.add('inOtherReports', entry);
    return;
  }
  state.differences.push({ kind: 'missing_there', entry });
  sums.add('differences', negative(entry));
}

/** Fees and payouts into the sums; returns the lines about what had ended before. */
function addOthers({ ledgers, sums }: State): readonly LaterLine[] {
  const byName = new Map(
    ledgers.entries.flatMap((entry) => [
      [entry.paymentReference, entry] as const,
      [entry.reference, entry] as const,
    ]),
  );
  return ledgers.lines.flatMap((line) => {
    const { merchantAccount, fee, feeCurrency } = line;
    if (fee !== 0) sums.add('fees', { amount: fee, currency: feeCurrency, merchantAccount });
    if (isMoneyLine(line)) return [];
    if (line.kind === 'fee') sums.add('fees', negative(moneyOf(line)));
    if (line.kind === 'payout') sums.add('payouts', negative(moneyOf(line)));
    if (line.kind === 'fee' || line.kind === 'payout') return [];
    sums.add('laterEvents', moneyOf(line));
    return [{ line, entry: line.reference === undefined ? undefined : byName.get(line.reference) }];
  });
}

const isOfDay = ({ day }: LedgersOfDay, { endedAt }: BookEntry) => dayOf(endedAt) === day;

/** The days on which the acquirer may have acted. */
function daysOf({ askedAt, endedAt }: BookEntry): readonly string[] {
  const days: string[] = [];
  const last = dayOf(new Date(endedAt.getTime() + MARGIN_MS));
  for (let day = dayOf(new Date(askedAt.getTime() - MARGIN_MS)); day <= last; day = addDays(day, 1))
    days.push(day);
  return days;
}

const moneyOf = ({ gross: amount, currency, merchantAccount }: ReportLine) => ({
  amount,
  currency,
  merchantAccount,
});

const negative = ({ amount, currency, merchantAccount }: ReturnType<typeof moneyOf>) => ({
  amount: 0 - amount,
  currency,
  merchantAccount,
});
