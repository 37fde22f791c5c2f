import type { TransactionRecord } from 'embeddable-wallet/server';
import { lookUp, textAt } from '../../../support/stack/service-client.ts';
import type { Arrival } from '../callback-receiver.ts';
import { anyOf, send } from '../merchant.ts';
import type { Service } from '../stores.ts';
import type { LedgerEntry } from './acquirer.ts';
import { differenceOf, minorOf, ourTotals, theirTotals, totalsText } from './compare.ts';
import { type Dispute, failedLater, faultsOfDisputes } from './disputes.ts';
import { eachOf } from './each-of.ts';
import { groupsOf } from './groups.ts';
import type { Told } from './told.ts';

type Books = {
  readonly processes: readonly Service[];
  readonly told: readonly Told[];
  readonly arrivals: readonly Arrival[];
  readonly ledger: readonly LedgerEntry[];
  readonly disputes: readonly Dispute[];
};

export type Findings = {
  readonly undecided: readonly string[];
  /** Transactions and totals that the two ledgers do not agree on. */
  readonly differences: readonly string[];
  /** Answers, repeated answers, lookups and callbacks that are not true any more. */
  readonly untrue: readonly string[];
  readonly totals: string;
};

/** Every answer that was ever given, and every entry of the acquirer's own ledger, against what is looked up now. */
export async function check({ processes, told, arrivals, ledger, disputes }: Books): Promise<Findings> {
  const records = new Map<string, TransactionRecord>();
  const untrue = (
    await eachOf(told, async (each) => {
      const { url } = anyOf(processes);
      const record: TransactionRecord | undefined = await lookUp(url, each.transactionId);
      if (!record) return [`${each.transactionId}: lost`];
      records.set(each.transactionId, record);
      return [...faultsOfAnswer(each, record), ...(await faultsOfRepetition(each, url))];
    })
  ).flat();
  const theirs = groupsOf(ledger, ({ transactionId }) => transactionId);
  const heard = groupsOf(arrivals, ({ body }) => textAt(body, 'transaction', 'transaction_id'));
  const found = [...records.values()];
  for (const record of found)
    untrue.push(...faultsOfCallbacks(record, heard.get(record.transaction_id) ?? []));
  const differences = found.flatMap(
    (record) => differenceOf({ record, theirs: theirs.get(record.transaction_id) ?? [] }) ?? [],
  );
  for (const [id, entries] of theirs)
    if (!records.has(id))
      differences.push(`${id}: ${entries[0]?.kind} is only there (${entries[0]?.outcome})`);
  differences.push(...faultsOfDisputes(disputes, records));
  const totals = totalsText(ourTotals(found));
  const theirSums = totalsText(theirTotals(ledger, failedLater(disputes)));
  if (totals !== theirSums) differences.push(`in all ${totals} here, ${theirSums} there`);
  const undecided = found.filter(({ status }) => status === 'PENDING').map((each) => each.transaction_id);
  return { undecided, differences, untrue, totals };
}

const ENDS: Readonly<Record<string, string>> = { OK: 'SUCCESS', FAILURE: 'FAILURE' };

function faultsOfAnswer(
  { transactionId, method, amount, status }: Told,
  record: TransactionRecord,
): string[] {
  const isSame = record.method === method && (amount === undefined || minorOf(record.amount) === amount);
  const isTrue = status === 'PENDING' || record.status === ENDS[status];
  if (isSame && isTrue) return [];
  return [`${transactionId}: told ${method} ${status}, found ${record.method} ${record.status}`];
}

async function faultsOfRepetition({ transactionId, billing }: Told, url: string): Promise<string[]> {
  if (!billing) return [];
  const again = await send(url, billing.request);
  const isSame = again.isReplay && again.status === billing.reply.status && again.text === billing.reply.text;
  return isSame ? [] : [`${transactionId}: answered ${again.status} anew, or otherwise than before`];
}

/** One end was told, the one that is found; of it each copy has the same id. */
function faultsOfCallbacks({ transaction_id: id, status }: TransactionRecord, arrivals: readonly Arrival[]) {
  const ends = arrivals.filter(
    ({ body }) => !/EXPIRED|REVERSED|CHARGEBACK/.test(textAt(body, 'notification_details', 'info')),
  );
  const told = new Set(ends.map((each) => `${each.id} ${textAt(each.body, 'transaction', 'status')}`));
  const isTaken = ends.some((each) => each.isTaken);
  const isRight = told.size === 1 && isTaken && [...told][0]?.endsWith(` ${status}`);
  return isRight ? [] : [`${id}: ${status}, and callbacks told ${[...told].join(', ') || 'nothing'}`];
}
