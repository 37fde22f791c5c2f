import { capturesOf, type Family, isVoided, refundedOf, whyNotCaptured } from './locked-payment.ts';
import { refundable, remaining } from './model/states.ts';
import { type Move, refusal } from './move.ts';
import { effectOf } from './move-money.ts';

/** Rule: billing/void. */
export function refuseVoid(family: Family, move: Move) {
  const { payment, referred } = family;
  if (referred.method === 'REFUND' || referred.method === 'VOID') {
    const found = `a ${referred.method} is referred to, expected a SALE, an AUTH or a CHARGE`;
    throw refusal('transaction_not_voidable', move, found);
  }
  if (isVoided(family, referred) && (referred.method === 'CHARGE' || remaining(payment) === 0)) {
    throw refusal('transaction_already_voided', move, 'the transaction referred to is voided');
  }
  if (payment.authentication === 'PENDING') return;
  if (effectOf('VOID', referred.method) === 'uncapture') refuseUncapture(family, move);
  else refuseRelease(family, move);
}

/** What a VOID releases, in minor units. */
export function voidableAmount({ payment, referred }: Family): number {
  const isWhole = payment.authentication === 'PENDING' || effectOf('VOID', referred.method) === 'uncapture';
  return isWhole ? referred.amount : remaining(payment);
}

function refuseRelease({ payment }: Family, move: Move) {
  if (payment.capturePending > 0) {
    throw refusal('transaction_not_voidable', move, 'a CHARGE of it is under way, wait for its end');
  }
  if (remaining(payment) === 0) {
    const found = 'it is captured whole, name the CHARGE to void it, or send REFUND';
    throw refusal('transaction_not_voidable', move, found);
  }
}

function refuseUncapture(family: Family, move: Move) {
  const { payment, referred } = family;
  if (!capturesOf(family).some(({ id }) => id === referred.id)) {
    throw refusal('transaction_not_voidable', move, whyNotCaptured(family));
  }
  if (referred.settlesAt !== null && referred.settlesAt <= move.now) {
    const found = `the capture was settled at ${referred.settlesAt.toISOString()}, send REFUND`;
    throw refusal('transaction_not_voidable', move, found);
  }
  if (refundable(payment) < referred.amount || refundedOf(family, referred) > 0) {
    throw refusal('transaction_not_voidable', move, 'a part was refunded, send REFUND for the rest');
  }
}
