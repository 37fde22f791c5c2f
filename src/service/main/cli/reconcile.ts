import { readFile, stat } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  type Difference,
  MAX_REPORT_BYTES,
  ReconcileAnswer,
  type Reconciliation,
} from '../../../contract/admin/reconciliation.ts';
import { tableText } from './io/table-text.ts';
import type { Choose, CommandIo } from './task.ts';

type Options = {
  readonly report?: string;
  readonly processor?: string;
  readonly merchant?: string;
  readonly json?: true;
};

const STATUS = { equal: 0, differs: 1, unread: 2 } as const;

/** An acquirer's report of a day beside ours. Ends with 0 if they agree, 1 if they differ, 2 if it could not be read. */
export function addReconcile(program: Command, choose: Choose): void {
  program
    .command('reconcile')
    .description('compares the acquirer’s report of a day with the payments of this service')
    .argument('<day>', 'such as 2026-05-03, in UTC')
    .option('--report <file>', 'the report as a file; else the acquirer is asked for it')
    .option('--processor <name>', 'the acquirer, where there are several')
    .option('--merchant <account>', 'one account of the acquirer alone; the result is not kept')
    .option('--json', 'all that was found')
    .action((day: string, options: Options) =>
      choose(async (io) => {
        io.endWith(STATUS.unread);
        const results = await reconcile(io, day, options);
        io.endWith(Math.max(...results.map(({ outcome }) => STATUS[outcome])));
        if (options.json) return JSON.stringify(results, null, 2);
        return results.map(resultText).join('\n\n');
      }),
    );
}

async function reconcile(
  { ask }: CommandIo,
  day: string,
  { report, processor, merchant }: Options,
): Promise<readonly Reconciliation[]> {
  const query = new URLSearchParams({ day });
  if (processor !== undefined) query.set('processor', processor);
  if (merchant !== undefined) query.set('merchant', merchant);
  const text = report === undefined ? undefined : await readReportFile(report);
  const path = `/api/reconciliations?${query}`;
  const answer = await ask({ method: 'POST', path, ...(text !== undefined && { text }) });
  const { reconciliations } = ReconcileAnswer.parse(answer);
  if (reconciliations.length > 0) return reconciliations;
  throw new Error('Cannot reconcile: no acquirer gives reports, expected --report <file> and --processor');
}

async function readReportFile(file: string): Promise<string> {
  const { size } = await stat(file);
  if (size > 0 && size <= MAX_REPORT_BYTES) return readFile(file, 'utf8');
  throw new Error(
    `Cannot read the report: found ${size} bytes, expected 1 to ${MAX_REPORT_BYTES} (body_too_large)`,
  );
}

const OUTCOMES = { equal: 'agree', differs: 'DIFFER', unread: 'could not be read' } as const;

function resultText(result: Reconciliation): string {
  const { processor, day, outcome, reason, agreed_count, line_count, difference_count } = result;
  const { totals, differences, undecided, later_events } = result;
  const counts = outcome === 'unread' ? reason : `${agreed_count} of ${line_count} lines agree`;
  const advice = new Map(differences.map(({ kind, advice: words }) => [words, kind]));
  const parts = [
    `${processor}, ${day}: ${OUTCOMES[outcome]} (${counts}, ${difference_count} differences)`,
    totals.length > 0 && totalsTable(totals),
    differences.length > 0 && differencesText(differences),
    [...advice].map(([words, kind]) => `${kind}: ${words}`).join('\n'),
    undecided.length > 0 &&
      `Still pending: ${undecided.map(({ transaction_id }) => transaction_id).join(', ')}`,
    later_events.length > 0 &&
      tableText([
        ['LATER EVENT', 'AMOUNT', 'REFERENCE', 'ITS REFERENCE', 'PAYMENT'],
        ...later_events.map((event) => [
          event.type,
          `${event.amount} ${event.currency}`,
          event.reference ?? '',
          event.processor_reference ?? '',
          event.payment_id ?? 'not in our books',
        ]),
      ]),
  ];
  return parts.filter((part) => part !== false && part !== '').join('\n\n');
}

function totalsTable(totals: Reconciliation['totals']): string {
  return tableText([
    [
      'CURRENCY',
      'OURS',
      'DIFFERENCES',
      'OTHER DAYS',
      'IN OTHER REPORTS',
      'THEIRS',
      'FEES',
      'PAID OUT',
      'LATER',
    ],
    ...totals.map((sums) => [
      sums.currency,
      sums.ours,
      sums.differences,
      sums.of_other_days,
      sums.in_other_reports,
      sums.theirs,
      sums.fees,
      sums.payouts,
      sums.later_events,
    ]),
  ]);
}

function differencesText(differences: readonly Difference[]): string {
  return tableText([
    ['DIFFERENCE', 'OF', 'TRANSACTION', 'METHOD', 'STATUS', 'OURS', 'THEIRS', 'REFERENCE', 'ITS REFERENCE'],
    ...differences.map(differenceRow),
  ]);
}

function differenceRow(difference: Difference): readonly string[] {
  const { kind, movement, transaction_id, method, status, ours, theirs, reference, processor_reference } =
    difference;
  const money = (side: Difference['ours']) => (side ? `${side.amount} ${side.currency}` : '');
  return [
    kind,
    movement,
    transaction_id ?? '',
    method ?? '',
    status ?? '',
    money(ours),
    money(theirs),
    reference ?? '',
    processor_reference ?? '',
  ];
}
