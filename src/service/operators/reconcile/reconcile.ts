import type { Acquirer, ReportLine } from '../../base/processor/acquirer.ts';
import type { Core } from '../../base/runtime/core.ts';
import { type Comparison, compareLedgers } from './compare-ledgers.ts';
import { readBooks } from './read-books.ts';

export type ReportOfDay = {
  /** Whose report it is. */
  readonly acquirer: Acquirer;
  readonly day: string;
  readonly lines: readonly ReportLine[];
  readonly otherReports: ReadonlyMap<string, readonly ReportLine[]>;
  readonly isOfAnyDay: boolean;
  /** The merchant account that alone is compared; undefined: all. */
  readonly merchant: string | undefined;
};

/** Compares an acquirer's report of a day with the operations that the store holds. */
export async function reconcile(core: Core, report: ReportOfDay): Promise<Comparison> {
  const { acquirer, day, merchant } = report;
  const isWanted = ({ merchantAccount }: { readonly merchantAccount: string }) =>
    merchant === undefined || merchantAccount === merchant;
  const lines = report.lines.filter(isWanted);
  const otherReports = new Map(
    [...report.otherReports].map(([other, all]) => [other, all.filter(isWanted)] as const),
  );
  const books = await readBooks(core, {
    acquirer,
    day,
    lines: [...lines, ...[...otherReports.values()].flat()],
  });
  const entries = books.filter(isWanted);
  return compareLedgers({ ...report, entries, lines, otherReports });
}
