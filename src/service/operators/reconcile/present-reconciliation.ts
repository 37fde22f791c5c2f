import type {
  Difference,
  LaterEvent,
  OpenOperation,
  Reconciliation,
} from '../../../contract/admin/reconciliation.ts';
import { looksLikeCardNumber, redactCardNumbers } from '../../base/card-numbers.ts';
import { decimalText } from '../../payments/model/money.ts';
import type { Comparison, Found, LaterLine } from './compare-ledgers.ts';
import type { BookEntry } from './ledgers.ts';
import type { TotalsOfAccount } from './totals.ts';

const MAX_LISTED = 500;
const MAX_TEXT = 100;

/** What a person does about each kind of difference. */
const ADVICE: Readonly<Record<Difference['kind'], string>> = {
  missing_here:
    'Ask the acquirer what this is: no operation of this service has that reference, so the money was moved by somebody else or the store was restored from a backup.',
  missing_there:
    'Look for it in the reports of the following days; if none has it, ask the acquirer why it was not settled, and deliver nothing on it until then.',
  amount: 'Ask the acquirer which amount it has moved, and refund or capture what is too much or missing.',
  currency: 'Ask the acquirer in which currency it has settled: the shopper agreed to ours.',
  status:
    'The acquirer has moved the money. Decide it by "undecided decide" if it is pending; if it failed here, refund it at the acquirer or deliver the order.',
  double: 'Ask the acquirer to take the second one back: it was asked for once.',
  day: 'Look into the report of the day on which it ended here: if that has it, too, it was settled twice.',
};

/** Of what became of money afterwards. */
const LATER_ADVICE: Readonly<Partial<Record<Difference['kind'], string>>> = {
  missing_here:
    'The acquirer has taken or given back money of which this service was not told: have it send its notification again, and look at what "undecided" lists as kept.',
  missing_there:
    'Look for it in the reports of the following days; if none has it, ask the acquirer whether what it told still holds.',
};

type Compared = {
  readonly processor: string;
  readonly day: string;
  readonly at: Date;
  readonly comparison: Comparison;
};

export function presentReconciliation({ processor, day, at, comparison }: Compared): Reconciliation {
  const { differences, undecided, laterLines, totals, accountTotals, lineCount, agreedCount } = comparison;
  return {
    processor,
    day,
    outcome: differences.length === 0 ? 'equal' : 'differs',
    difference_count: differences.length,
    reason: null,
    reconciled_at: at.toISOString(),
    line_count: lineCount,
    agreed_count: agreedCount,
    totals: totals.map(([currency, sums]) => ({ currency, ...presentSums(sums, currency) })),
    account_totals: accountTotals.slice(0, MAX_LISTED).map(({ merchantAccount, currency, totals: sums }) => ({
      merchant_account: foreignText(merchantAccount) ?? '',
      currency,
      ...presentSums(sums, currency),
    })),
    differences: differences.slice(0, MAX_LISTED).map(presentDifference),
    undecided: undecided.slice(0, MAX_LISTED).map(presentOpen),
    later_events: laterLines.slice(0, MAX_LISTED).map(presentLater),
  };
}

/** Of a day whose report nobody has read. */
export function presentUnread({
  processor,
  day,
  at,
  reason,
}: Omit<Compared, 'comparison'> & { readonly reason: string }): Reconciliation {
  return {
    processor,
    day,
    outcome: 'unread',
    difference_count: 0,
    reason,
    reconciled_at: at.toISOString(),
    totals: [],
    account_totals: [],
    line_count: 0,
    agreed_count: 0,
    differences: [],
    undecided: [],
    later_events: [],
  };
}

function presentSums(sums: TotalsOfAccount['totals'], currency: string) {
  const text = (units: number) => decimalText(units, currency);
  return {
    ours: text(sums.ours),
    theirs: text(sums.theirs),
    differences: text(sums.differences),
    of_other_days: text(sums.ofOtherDays),
    in_other_reports: text(sums.inOtherReports),
    fees: text(sums.fees),
    payouts: text(sums.payouts),
    later_events: text(sums.laterEvents),
  };
}

function presentDifference({ kind, entry, line }: Found): Difference {
  const movement = line?.kind ?? entry?.kind ?? 'captured';
  const isOperation = movement === 'captured' || movement === 'refunded';
  return {
    kind,
    movement,
    advice: (isOperation ? undefined : LATER_ADVICE[kind]) ?? ADVICE[kind],
    transaction_id: entry?.transactionId ?? null,
    payment_id: entry?.paymentId ?? null,
    method: entry?.method ?? null,
    status: entry?.status ?? null,
    ours: entry ? moneyOf(entry) : null,
    theirs: line ? moneyOf({ amount: line.gross, currency: line.currency }) : null,
    merchant_account: entry?.merchantAccount ?? foreignText(line?.merchantAccount) ?? '',
    reference: entry?.reference ?? foreignText(line?.reference),
    processor_reference: foreignName(line?.processorReference) ?? entry?.processorReference ?? null,
  };
}

function presentOpen(entry: BookEntry): OpenOperation {
  const { transactionId, paymentId, method, merchantAccount, reference } = entry;
  return {
    transaction_id: transactionId,
    payment_id: paymentId,
    method,
    ...moneyOf(entry),
    merchant_account: merchantAccount,
    reference,
  };
}

function presentLater({ line, entry }: LaterLine): LaterEvent {
  const { gross, currency, type, reference, processorReference, merchantAccount } = line;
  return {
    kind: 'other',
    type: foreignText(type) ?? '',
    ...moneyOf({ amount: gross, currency }),
    payment_id: entry?.paymentId ?? null,
    merchant_account: foreignText(merchantAccount) ?? '',
    reference: foreignText(reference),
    processor_reference: foreignName(processorReference),
  };
}

/** Whoever wrote the report may have put anything into it. PostgreSQL stores neither NUL nor a lone surrogate. */
function foreignText(text: string | undefined): string | null {
  return text === undefined ? null : redactCardNumbers(shown(text));
}

/** Acquirers' own names may be digits alone, and some of them pass Luhn. */
function foreignName(text: string | undefined): string | null {
  if (text === undefined) return null;
  return looksLikeCardNumber(text) ? '[card number]' : shown(text);
}

const shown = (text: string) => text.replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, MAX_TEXT);

const moneyOf = ({ amount, currency }: { readonly amount: number; readonly currency: string }) => ({
  amount: decimalText(amount, currency),
  currency,
});
