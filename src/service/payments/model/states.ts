import type { PaymentTotals } from '../../../contract/billing/payment-totals.ts';
import { type Amounts, remaining } from './balance.ts';

export type PaymentState = PaymentTotals['payment_state'];

/** The state is the first row that fits. Rule: billing/outcome-and-state. */
const STATES: readonly (readonly [PaymentState, (amounts: Amounts) => boolean])[] = [
  ['PENDING_3DS', ({ authentication }) => authentication === 'PENDING'],
  ['PENDING_PROVIDER', ({ awaitsProvider }) => awaitsProvider],
  ['FAILED', ({ failed }) => failed],
  ['PENDING_PROCESSOR', ({ authorised }) => authorised === 0],
  ['FAILED', (amounts) => isClosed(amounts) && amounts.closedBy === 'FAILURE'],
  ['VOIDED', (amounts) => isClosed(amounts) && amounts.closedBy === 'VOID'],
  ['EXPIRED', isClosed],
  ['CHARGED_BACK', ({ chargedBack }) => chargedBack > 0],
  ['REFUNDED', (amounts) => isWhole(amounts) && amounts.refunded === amounts.captured],
  ['PARTIALLY_REFUNDED', ({ refunded }) => refunded > 0],
  ['CAPTURED', isWhole],
  ['PARTIALLY_CAPTURED', ({ captured }) => captured > 0],
];

export function paymentState(amounts: Amounts): PaymentState {
  return STATES.find(([, fits]) => fits(amounts))?.[0] ?? 'AUTHORISED';
}

/** Nothing was captured, and nothing can be any more. */
function isClosed({ authorised, captured, capturePending, closed }: Amounts): boolean {
  return captured === 0 && capturePending === 0 && closed === authorised;
}

/** All that could be captured is, and nothing is under way. */
function isWhole(amounts: Amounts): boolean {
  return (
    amounts.captured > 0 &&
    remaining(amounts) === 0 &&
    amounts.capturePending === 0 &&
    amounts.refundPending === 0
  );
}
