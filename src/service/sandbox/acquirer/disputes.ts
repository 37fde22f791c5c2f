import { balanceOf } from './balance.ts';
import type { DisputeEntry } from './entries.ts';
import { type Refusal, refused } from './messages.ts';
import { hasFailedLater, type Operation } from './operation.ts';

/** The acquirer's own name of a dispute, and of what failed later. */
export const disputeReference = ({ id }: Pick<DisputeEntry, 'id'>) => `dispute-${id}`;

/** Why the ledger does not hold it, so that no figure of a payment falls below nothing; undefined where it does. */
export function refusalOfDispute(
  { event, amount, currency, at }: DisputeEntry,
  operation: Operation,
  payment: readonly Operation[],
): Refusal | undefined {
  if (operation.currency !== currency)
    return refused('currency_mismatch', `The payment is in ${operation.currency}`);
  if (!KINDS[event].includes(operation.kind))
    return refused('kind_mismatch', `A ${operation.kind} has no ${event}`);
  const { refundable, disputable, inDispute } = balanceOf(payment, { now: at });
  if (event === 'capture.failed' || event === 'refund.failed') {
    if (hasFailedLater(operation)) return refused('failed_already', 'It has failed before');
    if (isCancelled(operation, payment)) return refused('cancelled', 'It was cancelled');
    if (amount !== operation.amount) return refused('amount_differs', `It is of ${operation.amount}`);
    return event === 'capture.failed' && amount > refundable ? exceeds(refundable) : undefined;
  }
  const left = event === 'chargeback.opened' ? disputable : inDispute;
  return amount > left ? exceeds(left) : undefined;
}

const CAPTURES: readonly Operation['kind'][] = ['sale', 'capture'];
const DISPUTED: readonly Operation['kind'][] = ['authorise', ...CAPTURES];
const KINDS: Readonly<Record<DisputeEntry['event'], readonly Operation['kind'][]>> = {
  'capture.failed': CAPTURES,
  'refund.failed': ['refund'],
  'chargeback.opened': DISPUTED,
  'chargeback.reversed': DISPUTED,
  'chargeback.lost': DISPUTED,
};

function isCancelled({ kind, reference }: Operation, payment: readonly Operation[]): boolean {
  return payment.some(
    (other) =>
      other.kind === 'cancel' && (kind === 'sale' || other.of === reference) && other.end?.code === '00',
  );
}

const exceeds = (left: number) => refused('amount_exceeds', `${left} is left of the payment`);
