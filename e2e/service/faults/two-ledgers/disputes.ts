import type { TransactionRecord } from 'embeddable-wallet/server';
import { type AcquirerProgram, API_KEY, type LedgerEntry } from './acquirer.ts';
import { isApproved, minorOf } from './compare.ts';
import type { Random } from './random.ts';

/** What a cardholder's bank took back of a payment, minor units. */
export type Dispute = { readonly transactionId: string; readonly isWon: boolean; readonly amount: number };

const ENDS = ['chargeback.reversed', 'chargeback.lost', undefined] as const;
const SHARE = 0.1;

/** Opens disputes of sales that nothing was given back of; some are won or lost at once. */
export async function dispute(
  { url }: Pick<AcquirerProgram, 'url'>,
  { ledger, random }: { readonly ledger: readonly LedgerEntry[]; readonly random: Random },
): Promise<Dispute[]> {
  const followed = new Set(ledger.filter(({ kind }) => kind !== 'sale').map(({ payment }) => payment));
  const sales = ledger.filter(
    (entry) => entry.kind === 'sale' && isApproved(entry) && !followed.has(entry.reference),
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
