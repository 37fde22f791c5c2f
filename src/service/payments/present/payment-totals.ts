import type { PaymentTotals } from '../../../contract/billing/payment-totals.ts';
import type { MethodCode } from '../../../contract/cards/method-codes.ts';
import type { CardRow } from '../../tables/cards.ts';
import type { PaymentRow } from '../../tables/payments.ts';
import type { Authentication } from '../model/authentication.ts';
import { remaining } from '../model/balance.ts';
import { decimalText } from '../model/money.ts';
import { paymentState } from '../model/states.ts';

type TotalsSource = { readonly payment: PaymentRow; readonly card: Pick<CardRow, 'brand'> };
type TransStatus = NonNullable<PaymentTotals['three_ds']>['trans_status'];

/** EMV's letter; an unanswered challenge counts as not authenticated. */
const TRANS_STATUS: Record<Authentication, TransStatus> = {
  PENDING: 'C',
  Y: 'Y',
  A: 'A',
  N: 'N',
  U: 'U',
  R: 'R',
  CANCELLED: 'N',
  VOIDED: 'N',
  TIMED_OUT: 'N',
};

/** The `sandbox` object: the state of a payment. */
export function paymentTotalsOf({ payment, card }: TotalsSource): PaymentTotals {
  const text = (units: number) => decimalText(units, payment.currency);
  const { authentication } = payment;
  return {
    payment_state: paymentState(payment),
    authorised: text(payment.authorised),
    captured: text(payment.captured),
    capture_pending: text(payment.capturePending),
    refunded: text(payment.refunded),
    refund_pending: text(payment.refundPending),
    ...(payment.chargedBack > 0 && { charged_back: text(payment.chargedBack) }),
    remaining: text(remaining(payment)),
    ...(authentication && {
      three_ds: { trans_status: TRANS_STATUS[authentication], eci: eci(TRANS_STATUS[authentication], card) },
    }),
  };
}

/** The electronic commerce indicators of a network: authenticated, attempted, neither. */
type Indicators = readonly [authenticated: string, attempted: string, neither: string];
const VISAS: Indicators = ['05', '06', '07'];
const MASTERCARDS: Indicators = ['02', '01', '00'];
const INDICATORS: Readonly<Record<MethodCode, Indicators>> = {
  VI: VISAS,
  MC: MASTERCARDS,
  AX: VISAS,
  DC: VISAS,
  DS: VISAS,
  JB: VISAS,
  CU: VISAS,
  TO: MASTERCARDS,
  TR: VISAS,
  AP: VISAS,
  GP: VISAS,
  PL: VISAS,
  MWS: VISAS,
};

function eci(status: TransStatus, { brand }: TotalsSource['card']): string {
  const [authenticated, attempted, neither] = INDICATORS[brand];
  if (status === 'Y') return authenticated;
  return status === 'A' ? attempted : neither;
}
