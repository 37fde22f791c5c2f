import { redactCardNumbers } from '../../base/card-numbers.ts';
import { errorLogFields } from '../../base/error-log-fields.ts';
import type { Acquirer, ReportLine } from '../../base/processor/acquirer.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import { acquirerCall } from '../../payments/asking/ask.ts';

export type ReadLines =
  | { readonly kind: 'lines'; readonly lines: readonly ReportLine[] }
  | { readonly kind: 'unread'; readonly reason: string };

const MAX_REASON = 300;

/** The acquirer's own report of a day. Nothing of it is logged. */
export async function fetchReport(runtime: Runtime, acquirer: Acquirer, day: string): Promise<ReadLines> {
  if (!acquirer.report) return unread('report_not_offered: give it as a file');
  try {
    const reply = await acquirer.report(day, acquirerCall(runtime));
    if (reply.kind === 'lines') return reply;
    return unread(`report_${reply.kind === 'notSent' ? 'not_asked' : reply.kind}: ${reply.reason}`);
  } catch (error) {
    runtime.log.error({ reason: 'read a report', ...errorLogFields(error) }, 'a connector failed');
    return unread('report_unreadable: the connector failed, see the log');
  }
}

/** A report that somebody gave as a file. */
export function readGivenReport(acquirer: Acquirer, text: string): ReadLines {
  const reading = acquirer.readReport?.(text);
  if (reading?.kind === 'lines') return reading;
  return unread(reading ? `report_unreadable: ${reading.reason}` : 'report_not_taken: no report is a file');
}

/** The reason may quote the report. */
function unread(reason: string): ReadLines {
  return { kind: 'unread', reason: redactCardNumbers(reason).slice(0, MAX_REASON) };
}
