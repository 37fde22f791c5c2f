import type { BookEntry, MoneyLine } from './ledgers.ts';

type Named = ReadonlySet<BookEntry>;

/** Finds the operation that a line of a report is about; undefined where none is, or several could be. */
export type Matcher = (line: MoneyLine, named: Named) => BookEntry | undefined;

/**
 * By the operation's own reference; else by the acquirer's name of it; else, where the line names its payment alone, by what
 * is left of that kind in the payment.
 */
export function matcherOf(entries: readonly BookEntry[]): Matcher {
  const byReference = groupBy(entries, ({ reference }) => reference);
  const byProcessorReference = groupBy(entries, ({ processorReference }) => processorReference);
  const byPayment = groupBy(entries, ({ paymentReference }) => paymentReference);
  return (line, named) => {
    const { reference, processorReference } = line;
    const fits = (entry: BookEntry) =>
      entry.kind === line.kind && entry.merchantAccount === line.merchantAccount;
    const own = oneOf(line, among(byReference, reference).filter(fits), named);
    if (own) return own;
    const theirs = among(byProcessorReference, processorReference).filter(fits);
    if (theirs.length > 0) return theirs.find((entry) => !named.has(entry)) ?? theirs[0];
    return ofPayment(line, among(byPayment, reference).filter(fits), named);
  };
}

/** An operation may be disputed several times: the acquirer's own name says which it is, else the amount. */
function oneOf(line: MoneyLine, all: readonly BookEntry[], named: Named): BookEntry | undefined {
  const left = all.filter((entry) => !named.has(entry));
  return (
    all.find(({ processorReference: name }) => name !== null && name === line.processorReference) ??
    left.find(({ amount }) => amount === line.gross) ??
    left[0] ??
    all[0]
  );
}

function ofPayment(line: MoneyLine, all: readonly BookEntry[], named: Named): BookEntry | undefined {
  const left = all.filter((entry) => !named.has(entry));
  const equal = left.find(({ amount, currency }) => amount === line.gross && currency === line.currency);
  if (equal) return equal;
  if (left.length === 0) return all.find(({ amount }) => amount === line.gross);
  return left.length === 1 ? left[0] : undefined;
}

function groupBy(entries: readonly BookEntry[], nameOf: (entry: BookEntry) => string | null) {
  const groups = new Map<string, BookEntry[]>();
  for (const entry of entries) {
    const name = nameOf(entry);
    if (name === null) continue;
    const group = groups.get(name);
    if (group) group.push(entry);
    else groups.set(name, [entry]);
  }
  return groups;
}

const among = (groups: ReadonlyMap<string, readonly BookEntry[]>, name: string | undefined) =>
  name === undefined ? [] : (groups.get(name) ?? []);
