import type { Family } from './locked-payment.ts';
import { isAuthorisationOver, remaining } from './model/states.ts';
import { type Move, overBound, refusal } from './move.ts';

/** Rule: billing/capture, billing/authorisation-end. */
export function refuseCharge(family: Family, move: Move) {
  const { payment, referred, merchant } = family;
  const { authorisationExpiresAt } = payment;
  const names = referred.method === 'REFUND' || referred.method === 'VOID' ? referred.method : undefined;
  if (authorisationExpiresAt === null || names) {
    const found = `a ${names ?? 'SALE'} is referred to, expected an AUTH`;
    throw refusal('transaction_not_capturable', move, found);
  }
  if (isAuthorisationOver(payment, move.now)) {
    const end = authorisationExpiresAt.toISOString();
    throw refusal('authorisation_expired', move, `the authorisation ended at ${end}`);
  }
  // The capture under way closes the rest, should it succeed.
  const isTaken = !merchant.settings.multiCapture && payment.capturePending > 0;
  const bound = isTaken ? 0 : remaining(payment);
  if (move.amount > bound) throw overBound('amount_exceeds_authorised', { family, move, bound });
}
