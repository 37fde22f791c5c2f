import type { ErrorCode } from '../../../contract/errors.ts';
import type { PaymentFigures } from '../../../contract/payment-figures.ts';
import type { PaymentRow } from '../../db/tables/payments.ts';
import type { FollowUpMethod } from './methods.ts';

export type PaymentState = PaymentFigures['payment_state'];
export type Authentication = NonNullable<PaymentRow['authentication']>;

/** The money figures of a payment, in minor units; the state is nothing but a reading of them. */
export type Amounts = {
  readonly failed: boolean;
  /** An instant payment that nobody has finished. */
  readonly awaitsProvider: boolean;
  /** Null without 3DS. */
  readonly authentication: Authentication | null;
  readonly authorised: number;
  readonly captured: number;
  readonly capturePending: number;
  readonly refunded: number;
  readonly refundPending: number;
  readonly closed: number;
  /** What closed last. */
  readonly closedBy: 'VOID' | 'CLOCK' | null;
  /** Null where there was never an authorisation to capture: a sale, or a refused start. */
  readonly authorisationExpiresAt: Date | null;
};

/** The first row that fits is the state. Rule: billing/outcome-and-state. */
const STATES: readonly (readonly [PaymentState, (amounts: Amounts) => boolean])[] = [
  ['PENDING_3DS', ({ authentication }) => authentication === 'PENDING'],
  ['PENDING_PROVIDER', ({ awaitsProvider }) => awaitsProvider],
  ['FAILED', ({ failed }) => failed],
  ['VOIDED', (amounts) => isClosed(amounts) && amounts.closedBy === 'VOID'],
  ['EXPIRED', isClosed],
  ['REFUNDED', (amounts) => isWhole(amounts) && amounts.refunded === amounts.captured],
  ['PARTIALLY_REFUNDED', ({ refunded }) => refunded > 0],
  ['CAPTURED', isWhole],
  ['PARTIALLY_CAPTURED', ({ captured }) => captured > 0],
];

/** What a follow-up meets in each state: `open` leaves the verdict to the amounts. Rule: billing/follow-ups. */
export const MOVES: Record<FollowUpMethod, Record<PaymentState, 'open' | ErrorCode>> = {
  CHARGE: {
    PENDING_3DS: 'awaiting_3ds',
    PENDING_PROVIDER: 'transaction_not_capturable',
    FAILED: 'transaction_not_capturable',
    VOIDED: 'transaction_not_capturable',
    EXPIRED: 'authorisation_expired',
    AUTHORISED: 'open',
    PARTIALLY_CAPTURED: 'open',
    CAPTURED: 'open',
    PARTIALLY_REFUNDED: 'open',
    REFUNDED: 'open',
  },
  REFUND: {
    PENDING_3DS: 'transaction_not_refundable',
    PENDING_PROVIDER: 'transaction_not_refundable',
    FAILED: 'transaction_not_refundable',
    VOIDED: 'transaction_not_refundable',
    EXPIRED: 'transaction_not_refundable',
    AUTHORISED: 'transaction_not_refundable',
    PARTIALLY_CAPTURED: 'open',
    CAPTURED: 'open',
    PARTIALLY_REFUNDED: 'open',
    REFUNDED: 'open',
  },
  VOID: {
    PENDING_3DS: 'open',
    PENDING_PROVIDER: 'transaction_not_voidable',
    FAILED: 'transaction_not_voidable',
    VOIDED: 'transaction_already_voided',
    EXPIRED: 'transaction_not_voidable',
    AUTHORISED: 'open',
    PARTIALLY_CAPTURED: 'open',
    CAPTURED: 'open',
    PARTIALLY_REFUNDED: 'open',
    REFUNDED: 'transaction_not_voidable',
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

function isClosed(amounts: Amounts): boolean {
  const { authorised, captured, capturePending, closed } = amounts;
  return captured === 0 && capturePending === 0 && closed === authorised;
}

function isWhole(amounts: Amounts): boolean {
  return (
    amounts.captured > 0 &&
    remaining(amounts) === 0 &&
    amounts.capturePending === 0 &&
    amounts.refundPending === 0
  );
}
