import type { Reconciliation } from '../../../contract/admin/reconciliation.ts';
import { errorLogFields } from '../../base/error-log-fields.ts';
import type { ReportLine } from '../../base/processor/acquirer.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import type { Comparison } from './compare-ledgers.ts';
import { dayOf } from './day.ts';
import { presentReconciliation, presentUnread } from './present-reconciliation.ts';
import { fetchReport, type ReadLines, readGivenReport } from './read-report.ts';
import { type ReportOfDay, reconcile } from './reconcile.ts';

export type DayToReconcile = {
  /** Name of the acquirer. */
  readonly processor: string;
  readonly day: string;
  readonly merchant?: string | undefined;
  /** The report as a file; undefined: the acquirer is asked for it. */
  readonly text?: string | undefined;
};

/** Reads the report of a day and compares it with our operations. It changes nothing. */
export async function reconcileDay(runtime: Runtime, wanted: DayToReconcile): Promise<Reconciliation> {
  const { processor, day, merchant, text } = wanted;
  const at = runtime.clock.now();
  const names = { processor, day, at };
  const acquirer = await runtime.dependencies.acquirers.named(processor, runtime);
  if (!acquirer) return presentUnread({ ...names, reason: 'acquirer_unknown: no acquirer has this name' });
  const reading =
    text === undefined ? await fetchReport(runtime, acquirer, day) : readGivenReport(acquirer, text);
  if (reading.kind === 'unread') return presentUnread({ ...names, reason: reading.reason });
  const report = { acquirer, day, merchant, lines: reading.lines, isOfAnyDay: text !== undefined };
  try {
    const comparison = await compare(runtime, { ...report, otherReports: new Map() });
    return presentReconciliation({ ...names, comparison });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    runtime.log.error({ reason: 'reconcile', ...errorLogFields(error) }, 'a report was not read');
    return presentUnread({ ...names, reason: `report_unreadable: ${error.message}` });
  }
}

/** Other days' reports are asked for only if something is missing in the day's own, or it has what is another day's. */
async function compare(runtime: Runtime, report: ReportOfDay): Promise<Comparison> {
  const comparison = await reconcile(runtime, report);
  if (report.isOfAnyDay || comparison.wantedDays.length === 0) return comparison;
  const otherReports = new Map<string, readonly ReportLine[]>();
  const today = dayOf(runtime.clock.now());
  for (const day of comparison.wantedDays.filter((wanted) => wanted <= today)) {
    const reading: ReadLines = await fetchReport(runtime, report.acquirer, day);
    if (reading.kind === 'lines') otherReports.set(day, reading.lines);
  }
  return reconcile(runtime, { ...report, otherReports });
}
