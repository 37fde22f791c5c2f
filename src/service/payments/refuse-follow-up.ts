import type { ErrorCode } from '../../contract/errors.ts';
import { type Family, isVoiding } from './locked-payment.ts';
import type { FollowUpMethod } from './model/methods.ts';
import { MOVES, paymentState } from './model/states.ts';
import { type Move, refusal } from './move.ts';
import { refuseCharge } from './refuse-charge.ts';
import { refuseRefund } from './refuse-refund.ts';
import { refuseVoid } from './refuse-void.ts';

type Rule = (family: Family, move: Move) => void;

const RULES: Record<FollowUpMethod, Rule> = {
  CHARGE: refuseCharge,
  REFUND: refuseRefund,
  VOID: refuseVoid,
};

const UNDER_WAY: Record<FollowUpMethod, ErrorCode> = {
  CHARGE: 'transaction_not_capturable',
  REFUND: 'transaction_not_refundable',
  VOID: 'transaction_not_voidable',
};

/** Why a payment stands where it stands, although its capture was accepted. */
const underWay = ({ payment }: Family) =>
  payment.capturePending > 0 ? ', a capture of it is under way, wait for its end' : '';

/** Refuses a follow-up that the payment does not allow at this moment. Rule: billing/follow-ups. */
export function refuseMove(family: Family, move: Move) {
  const state = paymentState(family.payment);
  const isCancelled = move.method === 'VOID' && family.payment.authentication === 'VOIDED';
  const verdict = isCancelled ? 'transaction_already_voided' : MOVES[move.method][state];
  if (verdict !== 'open') throw refusal(verdict, move, `the payment is ${state}${underWay(family)}`);
  if (isVoiding(family)) throw refusal(UNDER_WAY[move.method], move, 'a VOID of it is under way');
  RULES[move.method](family, move);
}
