import type { TransactionRecord } from 'embeddable-wallet/server';
import { type AcquirerProgram, API_KEY, type LedgerEntry } from './acquirer.ts';
import { isApproved, minorOf } from './compare.ts';
import { groupsOf } from './groups.ts';
import type { Random } from './random.ts';
import type { Told } from './told.ts';

/** What became of money after the acquirer had moved it, minor units. */
export type Dispute = {
  readonly transactionId: string;
  readonly end: 'opened' | 'won' | 'lost' | 'failed';
  readonly amount: number;
};

const CHARGEBACKS = {
  opened: ['chargeback.opened'],
  won: ['chargeback.opened', 'chargeback.reversed'],
  lost: ['chargeback.opened', 'chargeback.lost'],
} as const;
const ENDS = ['opened', 'won', 'lost', 'failed'] as const;
const SHARE = 0.3;

type Disputing = {
  readonly ledger: readonly LedgerEntry[];
  readonly told: readonly Told[];
  readonly random: Random;
};

/**
 * Of payments of which nobody has given anything back, a cardholder's bank takes money back, or a capture fails. Refunds fail
 * wherever there are some.
 */
export async function dispute(
  { url }: Pick<AcquirerProgram, 'url'>,
  { ledger, told, random }: Disputing,
): Promise<Dispute[]> {
  // Also what has not reached the acquirer yet may still give money back.
  const followed = new Set(
    told.flatMap(({ method, billing }) =>
      method === 'CHARGE' ? [] : (billing?.request.form['transactionID'] ?? []),
    ),
  );
  const disputes: Dispute[] = [];
  for (const payment of groupsOf(ledger, paymentOf).values()) {
    const taken = payment.filter((entry) => isApproved(entry) && takes(entry));
    const isWhole = payment.every(({ transactionId }) => !followed.has(transactionId));
    const wanted = isWhole
      ? taken.slice(0, 1)
      : payment.filter((entry) => isApproved(entry) && refunds(entry));
    for (const entry of wanted.filter(() => random.chance(SHARE))) {
      const end = isWhole ? random.oneOf(ENDS) : 'failed';
      const amount = end === 'failed' || random.chance(0.5) ? entry.amount : random.whole(1, entry.amount);
      for (const event of eventsOf(entry, end)) await tell(url, { entry, event, amount });
      disputes.push({ transactionId: entry.transactionId, end, amount });
    }
  }
  return disputes;
}

const paymentOf = ({ merchantAccount, payment }: LedgerEntry) => `${merchantAccount} ${payment}`;
const takes = ({ kind }: LedgerEntry) => kind === 'sale' || kind === 'capture';
const refunds = ({ kind }: LedgerEntry) => kind === 'refund';

function eventsOf(entry: LedgerEntry, end: Dispute['end']): readonly string[] {
  return end === 'failed' ? [refunds(entry) ? 'refund.failed' : 'capture.failed'] : CHARGEBACKS[end];
}

type Event = { readonly entry: LedgerEntry; readonly event: string; readonly amount: number };

/** As its bank tells the acquirer, which tells the merchant's service. */
async function tell(url: string, { entry, event, amount }: Event) {
  const { merchantAccount, reference, currency } = entry;
  const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' };
  const body = JSON.stringify({ merchantAccount, reference, currency, event, amount });
  const response = await fetch(`${url}/v1/disputes`, { method: 'POST', headers, body });
  if (!response.ok)
    throw new Error(`Cannot dispute: the acquirer answered ${response.status} ${await response.text()}`);
}

/** What is not taken back as its dispute says, in words. */
export function faultsOfDisputes(
  disputes: readonly Dispute[],
  records: ReadonlyMap<string, TransactionRecord>,
): string[] {
  return disputes.flatMap(({ transactionId, end, amount }) => {
    const record = records.get(transactionId);
    const hasFailed = record?.metadata.some(({ key }) => key === 'reversal') ?? false;
    if (hasFailed !== (end === 'failed'))
      return [`${transactionId}: ${end} there, and here it ${hasFailed ? 'failed' : 'did not fail'} later`];
    if (end === 'failed') return [];
    const found = minorOf(record?.sandbox.charged_back ?? 0);
    const expected = end === 'won' ? 0 : amount;
    return found === expected ? [] : [`${transactionId}: ${found} charged back here, ${expected} there`];
  });
}

/** Whose money did not stay where its operation had moved it. */
export const failedLater = (disputes: readonly Dispute[]): ReadonlySet<string> =>
  new Set(disputes.filter(({ end }) => end === 'failed').map(({ transactionId }) => transactionId));
