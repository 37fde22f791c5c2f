import type { ErrorCode } from '../../contract/errors.ts';
import type { PaymentFigures } from '../../contract/payment-figures.ts';
import type { FollowUpMethod } from './methods.ts';

export type PaymentState = PaymentFigures['payment_state'];

/** The money figures of a payment, in minor units; the state is nothing but a reading of them. */
export type Amounts = {
  readonly failed: boolean;
  readonly authorised: number;
  readonly captured: number;
  readonly capturePending: number;
  readonly refunded: number;
  readonly refundPending: number;
  readonly closed: number;
  /** Null where there was never an authorisation to capture: a sale, or a refused start. */
  readonly authorisationExpiresAt: Date | null;
};

/** The first row that fits is the state. Chosen: service.md 2.1. */
const STATES: readonly (readonly [PaymentState, (amounts: Amounts) => boolean])[] = [
  ['FAILED', ({ failed }) => failed],
  ['EXPIRED', (amounts) => amounts.captured === 0 && amounts.closed === amounts.authorised],
  ['REFUNDED', (amounts) => isWhole(amounts) && amounts.refunded === amounts.captured],
  ['PARTIALLY_REFUNDED', ({ refunded }) => refunded > 0],
  ['CAPTURED', isWhole],
  ['PARTIALLY_CAPTURED', ({ captured }) => captured > 0],
];

/** What a follow-up meets in each state: `open` leaves the verdict to the amounts. Chosen: service.md 2.2. */
export const MOVES: Record<FollowUpMethod, Record<PaymentState, 'open' | ErrorCode>> = {
  CHARGE: {
    FAILED: 'transaction_not_capturable',
    EXPIRED: 'authorisation_expired',
    AUTHORISED: 'open',
    PARTIALLY_CAPTURED: 'open',
    CAPTURED: 'open',
    PARTIALLY_REFUNDED: 'open',
    REFUNDED: 'open',
  },
  REFUND: {
    FAILED: 'transaction_not_refundable',
    EXPIRED: 'transaction_not_refundable',
    AUTHORISED: 'transaction_not_refundable',
    PARTIALLY_CAPTURED: 'open',
    CAPTURED: 'open',
    PARTIALLY_REFUNDED: 'open',
    REFUNDED: 'open',
  },
};

export function paymentState(amounts: Amounts): PaymentState {
  return STATES.find(([, fits]) => fits(amounts))?.[0] ?? 'AUTHORISED';
}

export function remaining({ authorised, captured, capturePending, closed }: Amounts): number {
  return authorised - captured - capturePending - closed;
}

export function refundable({ captured, refunded, refundPending }: Amounts): number {
  return captured - refunded - refundPending;
}

export function isAuthorisationOver({ authorisationExpiresAt }: Amounts, now: Date): boolean {
  return authorisationExpiresAt !== null && authorisationExpiresAt <= now;
}

/** The figures as they stand at `now`: what an authorisation did not capture in its time is released. */
export function figuresAt<Figures extends Amounts>(amounts: Figures, now: Date): Figures {
  if (!isAuthorisationOver(amounts, now) || amounts.capturePending > 0) return amounts;
  return { ...amounts, closed: amounts.closed + remaining(amounts) };
}

function isWhole(amounts: Amounts): boolean {
  return (
    amounts.captured > 0 &&
    remaining(amounts) === 0 &&
    amounts.capturePending === 0 &&
    amounts.refundPending === 0
  );
}
