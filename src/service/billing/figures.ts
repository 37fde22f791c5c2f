import type { PaymentFigures } from '../../contract/payment-figures.ts';
import type { PaymentRow } from '../db/schema.ts';
import { decimalText } from './money.ts';
import { figuresAt, paymentState, remaining } from './states.ts';

/** The `sandbox` object: where a payment stands at `now`. */
export function figuresOf(payment: PaymentRow, now: Date): PaymentFigures {
  const amounts = figuresAt(payment, now);
  const text = (units: number) => decimalText(units, payment.currency);
  return {
    payment_state: paymentState(amounts),
    authorised: text(amounts.authorised),
    captured: text(amounts.captured),
    refunded: text(amounts.refunded),
    remaining: text(remaining(amounts)),
  };
}
