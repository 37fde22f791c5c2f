import type { TransactionRecord } from 'embeddable-wallet/server';
import type { LedgerEntry } from './acquirer.ts';

/** What we have of one transaction, beside what the acquirer has. */
export type Pair = { readonly record: TransactionRecord; readonly theirs: readonly LedgerEntry[] };

const KINDS: Readonly<Record<string, string>> = {
  SALE: 'sale',
  SALE_3DS: 'sale',
  AUTH: 'authorise',
  AUTH_3DS: 'authorise',
  CHARGE: 'capture',
  REFUND: 'refund',
  VOID: 'cancel',
};

export const minorOf = (amount: number | string) => Math.round(Number(amount) * 100);

export const isApproved = ({ outcome }: LedgerEntry) => outcome === 'approved';

/** How a transaction differs, in words; undefined where both say the same. */
export function differenceOf({ record, theirs }: Pair): string | undefined {
  const approved = theirs.filter(isApproved);
  const { transaction_id: id, method, status } = record;
  if (status === 'PENDING') return `${id}: ${method} is undecided`;
  if (approved.length > 1) return `${id}: ${method} had effect ${approved.length} times`;
  const strange = theirs.find(({ keyCount }) => keyCount > 1);
  if (strange) return `${id}: ${method} was asked for under ${strange.keyCount} keys`;
  const [theirOwn] = approved;
  if (status === 'FAILURE')
    return theirOwn && `${id}: ${method} failed here, and was approved there (${theirOwn.reference})`;
  if (!theirOwn) return `${id}: ${method} succeeded here, and there ${outcomesOf(theirs)}`;
  const ours = [KINDS[method], minorOf(record.amount), record.currency, record.merchant_ref].join(' ');
  const { kind, amount, currency, merchantAccount } = theirOwn;
  const other = [kind, amount, currency, merchantAccount].join(' ');
  return ours === other ? undefined : `${id}: ${ours} here, ${other} there`;
}

const outcomesOf = (theirs: readonly LedgerEntry[]) =>
  theirs.map(({ outcome }) => outcome).join(', ') || 'it is unknown';

type Totals = ReadonlyMap<string, number>;

/** What the payments came to: taken less given back, minor units by currency. `captured` counts no CHARGE that was voided. */
export function ourTotals(records: readonly TransactionRecord[]): Totals {
  const payments = new Map(records.map((record) => [record.payment_id, record]));
  return sumsOf([...payments.values()], ({ currency, sandbox: { captured, refunded } }) => [
    currency,
    minorOf(captured) - minorOf(refunded),
  ]);
}

/** The same of the acquirer's ledger, without what `failed` later. A cancel of an authorisation gives nothing back. */
export function theirTotals(entries: readonly LedgerEntry[], failed: ReadonlySet<string>): Totals {
  const starts = new Map(entries.map((entry) => [entry.reference, entry.kind]));
  const lasting = entries.filter((entry) => isApproved(entry) && !failed.has(entry.transactionId));
  return sumsOf(lasting, ({ kind, payment, of, amount, currency }) => {
    const takes = kind === 'sale' || kind === 'capture';
    const givesBack =
      kind === 'refund' || (kind === 'cancel' && (of !== undefined || starts.get(payment) === 'sale'));
    return [currency, takes ? amount : givesBack ? -amount : 0];
  });
}

function sumsOf<Value>(values: readonly Value[], read: (value: Value) => readonly [string, number]): Totals {
  const sums = new Map<string, number>();
  for (const [currency, amount] of values.map(read)) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return new Map([...sums].sort(([one], [other]) => one.localeCompare(other)));
}

export const totalsText = (totals: Totals) =>
  [...totals].map(([currency, sum]) => `${currency} ${(sum / 100).toFixed(2)}`).join(', ');
