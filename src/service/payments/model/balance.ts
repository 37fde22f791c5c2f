import { type Amounts, isAuthorisationOver, remaining } from './states.ts';

/** What an operation does to the money of its payment. */
export type EffectName = 'capture' | 'refund' | 'release' | 'uncapture';

type Moving = {
  /** Minor units. */
  readonly amount: number;
  readonly at: Date;
  /** Off: the first capture closes the rest. */
  readonly multiCapture: boolean;
};
type Change = (amounts: Amounts, moving: Moving) => Partial<Amounts>;
type Effect = { readonly hold: Change; readonly approve: Change; readonly decline: Change };

const nothing: Change = () => ({});

/** `hold` when an operation is asked for, then one of the other two when it ends, be it at once. Rule: billing/hold. */
export const EFFECTS: Record<EffectName, Effect> = {
  capture: {
    hold: ({ capturePending }, { amount }) => ({ capturePending: capturePending + amount }),
    approve: (amounts, { amount, multiCapture }) => ({
      capturePending: amounts.capturePending - amount,
      captured: amounts.captured + amount,
      ...(!multiCapture && { closed: amounts.closed + remaining(amounts) }),
    }),
    decline: ({ capturePending }, { amount }) => ({ capturePending: capturePending - amount }),
  },
  refund: {
    hold: ({ refundPending }, { amount }) => ({ refundPending: refundPending + amount }),
    approve: ({ refundPending, refunded }, { amount }) => ({
      refundPending: refundPending - amount,
      refunded: refunded + amount,
    }),
    decline: ({ refundPending }, { amount }) => ({ refundPending: refundPending - amount }),
  },
  release: {
    hold: nothing,
    approve: ({ closed }, { amount }) => ({ closed: closed + amount, closedBy: 'VOID' }),
    decline: nothing,
  },
  /** The amount can be captured again, while there is an authorisation to capture it from. */
  uncapture: {
    hold: nothing,
    approve: (amounts, { amount, at }) => ({
      captured: amounts.captured - amount,
      ...(!isCapturable(amounts, at) && { closed: amounts.closed + amount, closedBy: 'VOID' as const }),
    }),
    decline: nothing,
  },
};

/** Never so for a sale. */
function isCapturable(amounts: Amounts, at: Date): boolean {
  return amounts.authorisationExpiresAt !== null && !isAuthorisationOver(amounts, at);
}
