import type { MerchantSettings } from '../../../contract/billing/merchant-settings.ts';
import type { PaymentRow } from '../../tables/payments.ts';
import type { Authentication } from './authentication.ts';

const DAY_MS = 86_400_000;

/** The amounts of a payment, in minor units. The state is computed only from them. */
export type Amounts = {
  readonly failed: boolean;
  /** Whether it is an unfinished instant payment. */
  readonly awaitsProvider: boolean;
  /** Null without 3DS. */
  readonly authentication: Authentication | null;
  readonly authorised: number;
  readonly captured: number;
  readonly capturePending: number;
  readonly refunded: number;
  readonly refundPending: number;
  /** What the cardholder's bank has taken back. */
  readonly chargedBack: number;
  readonly closed: number;
  /** What closed an amount last. */
  readonly closedBy: PaymentRow['closedBy'];
  /** Null where there was never an authorisation to capture: a sale, or a refused start. */
  readonly authorisationExpiresAt: Date | null;
};

/** The amounts of a payment that has just begun. */
export const ZERO_AMOUNTS: Amounts = {
  failed: false,
  awaitsProvider: false,
  authentication: null,
  authorised: 0,
  captured: 0,
  capturePending: 0,
  refunded: 0,
  refundPending: 0,
  chargedBack: 0,
  closed: 0,
  closedBy: null,
  authorisationExpiresAt: null,
};

/** The amount that may still be captured. */
export function remaining({ authorised, captured, capturePending, closed }: Amounts): number {
  return authorised - captured - capturePending - closed;
}

/** The amount that may still be given back. What was refunded may be charged back all the same. */
export function refundable({ captured, refunded, refundPending, chargedBack }: Amounts): number {
  return Math.max(captured - refunded - refundPending - chargedBack, 0);
}

export function isAuthorisationOver({ authorisationExpiresAt }: Amounts, now: Date): boolean {
  return authorisationExpiresAt !== null && authorisationExpiresAt <= now;
}

/** Whether there is an authorisation to capture from; never for a sale. */
export function isCapturable(amounts: Amounts, at: Date): boolean {
  return amounts.authorisationExpiresAt !== null && !isAuthorisationOver(amounts, at);
}

/** A start that waits for the cardholder, or for the shopper at a provider, holds nothing yet. */
export function isWaitingForShopper({ authentication, awaitsProvider }: Amounts): boolean {
  return authentication === 'PENDING' || awaitsProvider;
}

/** What an operation does to the balance of its payment. */
export type EffectName =
  | 'authorisation'
  | 'sale'
  | 'capture'
  | 'refund'
  | 'void-authorisation'
  | 'void-capture';

type Movement = {
  /** Minor units. */
  readonly amount: number;
  readonly at: Date;
  /** With `multiCapture` off, the first capture closes the rest. */
  readonly settings: Pick<MerchantSettings, 'multiCapture' | 'authorisationDays'>;
};
type Change = (amounts: Amounts, movement: Movement) => Partial<Amounts>;
type Effect = { readonly hold: Change; readonly approve: Change; readonly decline: Change };

const nothing: Change = () => ({});

/**
 * `hold` applies when an operation starts, then `approve` or `decline` at its outcome, even if that comes at once.
 * Rule: billing/hold, billing/start.
 */
const EFFECTS: Record<EffectName, Effect> = {
  /** Rule: billing/authorisation-end. */
  authorisation: {
    hold: nothing,
    approve: (_, { amount, at, settings }) => ({
      authorised: amount,
      authorisationExpiresAt: new Date(at.getTime() + settings.authorisationDays * DAY_MS),
    }),
    decline: () => ({ failed: true }),
  },
  sale: {
    hold: (_, { amount }) => ({ authorised: amount, capturePending: amount }),
    approve: (_, { amount }) => ({ capturePending: 0, captured: amount }),
    decline: () => ({ failed: true, authorised: 0, capturePending: 0 }),
  },
  capture: {
    hold: ({ capturePending }, { amount }) => ({ capturePending: capturePending + amount }),
    approve: (amounts, { amount, settings }) => ({
      capturePending: amounts.capturePending - amount,
      captured: amounts.captured + amount,
      closed: settings.multiCapture ? amounts.closed : amounts.closed + remaining(amounts),
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
  /** Releases what was authorised and not captured. */
  'void-authorisation': {
    hold: nothing,
    approve: ({ closed }, { amount }) => ({ closed: closed + amount, closedBy: 'VOID' }),
    decline: nothing,
  },
  /** Takes a capture back. The amount can be captured again while there is an authorisation to capture it from. */
  'void-capture': {
    hold: nothing,
    approve: (amounts, { amount, at }) => ({
      captured: amounts.captured - amount,
      ...(!isCapturable(amounts, at) && { closed: amounts.closed + amount, closedBy: 'VOID' as const }),
    }),
    decline: nothing,
  },
};

type BalanceChange = { readonly effect: EffectName; readonly movement: Movement };

/** The amounts after the start of an operation. */
export function applyHold<Row extends Amounts>(payment: Row, { effect, movement }: BalanceChange): Row {
  return { ...payment, ...EFFECTS[effect].hold(payment, movement) };
}

type OperationResult = BalanceChange & { readonly isApproved: boolean };

/** The amounts once a held operation was decided. */
export function applyOutcome<Row extends Amounts>(
  payment: Row,
  { effect, movement, isApproved }: OperationResult,
): Row {
  const change = isApproved ? EFFECTS[effect].approve : EFFECTS[effect].decline;
  return { ...payment, ...change(payment, movement) };
}
