import type { BillingMethod } from '../../../contract/billing/billing.ts';
import type { Reversal } from '../../../contract/billing/callback.ts';
import { type Amounts, isCapturable } from './balance.ts';
import { isCapture, METHODS } from './methods.ts';

/** The reversals that undo one operation whole, once. A dispute may take a part, and come again. */
const UNDOES = {
  CAPTURE_REVERSED: isCapture,
  REFUND_REVERSED: (method: BillingMethod) => method === 'REFUND',
} as const satisfies Partial<Record<Reversal, (method: BillingMethod) => boolean>>;
export type Undoing = keyof typeof UNDOES;
export const UNDOINGS = Object.keys(UNDOES) as Undoing[];

export function isUndoing(reversal: Reversal): reversal is Undoing {
  return reversal in UNDOES;
}

/** Whether a reversal can be of an operation of that method. A dispute of captures may name their authorisation. */
export function concerns(reversal: Reversal, method: BillingMethod): boolean {
  if (isUndoing(reversal)) return UNDOES[reversal](method);
  return isCapture(method) || METHODS[method].processorRequest === 'authorise';
}

type Movement = {
  /** Minor units. */
  readonly amount: number;
  readonly at: Date;
};
type Change = (amounts: Amounts, movement: Movement) => Partial<Amounts> | undefined;

const CHANGES: Record<Reversal, Change> = {
  /** The amount can be captured again while there is an authorisation to capture it from. */
  CAPTURE_REVERSED: (amounts, { amount, at }) => {
    const captured = amounts.captured - amount;
    const gone = Math.max(amounts.refunded + amounts.refundPending, amounts.chargedBack);
    if (captured < gone) return undefined;
    const isClosed = !isCapturable(amounts, at);
    return { captured, ...(isClosed && { closed: amounts.closed + amount, closedBy: 'FAILURE' as const }) };
  },
  REFUND_REVERSED: ({ refunded }, { amount }) =>
    amount > refunded ? undefined : { refunded: refunded - amount },
  CHARGEBACK_OPENED: ({ captured, chargedBack }, { amount }) =>
    chargedBack + amount > captured ? undefined : { chargedBack: chargedBack + amount },
  CHARGEBACK_WON: ({ chargedBack }, { amount }) =>
    amount > chargedBack ? undefined : { chargedBack: chargedBack - amount },
  CHARGEBACK_LOST: ({ chargedBack }, { amount }) => (amount > chargedBack ? undefined : {}),
};

/**
 * The amounts after a reversal; undefined while they do not allow it, as of a dispute that was won before it was opened.
 * Rule: billing/reversals.
 */
export function applyReversal<Row extends Amounts>(
  payment: Row,
  { reversal, ...movement }: Movement & { readonly reversal: Reversal },
): Row | undefined {
  const change = CHANGES[reversal](payment, movement);
  return change && { ...payment, ...change };
}
