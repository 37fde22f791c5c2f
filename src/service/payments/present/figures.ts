import type { PaymentFigures } from '../../../contract/billing/payment-figures.ts';
import type { CardRow } from '../../tables/cards.ts';
import type { PaymentRow } from '../../tables/payments.ts';
import type { Authentication } from '../model/authentication.ts';
import { remaining } from '../model/balance.ts';
import { decimalText } from '../model/money.ts';
import { paymentState } from '../model/states.ts';

type FiguresSource = { readonly payment: PaymentRow; readonly card: Pick<CardRow, 'brand'> };
type TransStatus = NonNullable<PaymentFigures['three_ds']>['trans_status'];

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
export function figuresOf({ payment, card }: FiguresSource): PaymentFigures {
  const text = (units: number) => decimalText(units, payment.currency);
  const { authentication } = payment;
  return {
    payment_state: paymentState(payment),
    authorised: text(payment.authorised),
    captured: text(payment.captured),
    capture_pending: text(payment.capturePending),
    refunded: text(payment.refunded),
    refund_pending: text(payment.refundPending),
    remaining: text(remaining(payment)),
    ...(authentication && {
      three_ds: { trans_status: TRANS_STATUS[authentication], eci: eci(TRANS_STATUS[authentication], card) },
    }),
  };
}

/** The networks' electronic commerce indicator: authenticated, attempted, neither. */
function eci(status: TransStatus, { brand }: FiguresSource['card']): string {
  const isMastercard = brand === 'MC' || brand === 'TO';
  if (status === 'Y') return isMastercard ? '02' : '05';
  if (status === 'A') return isMastercard ? '01' : '06';
  return isMastercard ? '00' : '07';
}
