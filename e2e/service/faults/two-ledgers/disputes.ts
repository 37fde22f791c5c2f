import type { TransactionRecord } from 'embeddable-wallet/server';
import { type AcquirerProgram, API_KEY, type LedgerEntry } from './acquirer.ts';
import { isApproved, minorOf } from './compare.ts';
import type { Random } from './random.ts';
import type { Told } from './told.ts';

/** What a cardholder's bank took back of a payment, minor units. */
export type Dispute = { readonly transactionId: string; readonly isWon: boolean; readonly amount: number };

const ENDS = ['chargeback.reversed', 'chargeback.lost', undefined] as const;
const SHARE = 0.1;

type Disputing = {
  readonly ledger: readonly LedgerEntry[];
  readonly told: readonly Told[];
  readonly random: Random;
};

/** Opens disputes of sales that nobody asked anything more of; some are won or lost at once. */
export async function dispute(
  { url }: Pick<AcquirerProgram, 'url'>,
  { ledger, told, random }: Disputing,
): Promise<Dispute[]> {
  // Also what has not reached the acquirer yet may still give money back.
  const followed = new Set(told.map(({ billing }) => billing?.request.form['transactionID']));
  const sales = ledger.filter(
    (entry) => entry.kind === 'sale' && isApproved(entry) && !followed.has(entry.transactionId),
  );
  const disputes: Dispute[] = [];
  for (const sale of sales.filter(() => random.chance(SHARE))) {
    const amount = random.chance(0.5) ? sale.amount : random.whole(1, sale.amount);
    const end = random.oneOf(ENDS);
    for (const event of ['chargeback.opened', ...(end ? [end] : [])])
      await tell(url, { sale, event, amount });
    disputes.push({ transactionId: sale.transactionId, isWon: end === 'chargeback.reversed', amount });
  }
  return disputes;
}

type Event = { readonly sale: LedgerEntry; readonly event: string; readonly amount: number };

/** As its bank tells the acquirer, which tells the merchant's service. */
async function tell(url: string, { sale, event, amount }: Event) {
  const { merchantAccount, reference, currency } = sale;
  const headers = { 'x-api-key': API_KEY, 'content-type': 'application/json' };
  const body = JSON.stringify({ merchantAccount, reference, currency, event, amount });
  const { ok, status } = await fetch(`${url}/v1/disputes`, { method: 'POST', headers, body });
  if (!ok) throw new Error(`Cannot dispute: the acquirer answered ${status}`);
}

/** What is not taken back as its dispute says, in words. */
export function faultsOfDisputes(
  disputes: readonly Dispute[],
  records: ReadonlyMap<string, TransactionRecord>,
): string[] {
  return disputes.flatMap(({ transactionId, isWon, amount }) => {
    const found = minorOf(records.get(transactionId)?.sandbox.charged_back ?? 0);
    const expected = isWon ? 0 : amount;
    return found === expected ? [] : [`${transactionId}: ${found} charged back here, ${expected} there`];
  });
}
