import type { FollowUp } from '../../../../contract/admin/payments.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { type PastOperation, type PaymentHistory, refundedOf } from '../../../payments/locked-payment.ts';
import { refundable, remaining } from '../../../payments/model/balance.ts';
import { type FollowUpMethod, isStartMethod } from '../../../payments/model/methods.ts';
import { decimalText } from '../../../payments/model/money.ts';
import { refuseFollowUp, requireFollowUpEffect, voidableAmount } from '../../../payments/refuse-follow-up.ts';

const METHODS = ['CHARGE', 'REFUND', 'VOID'] as const satisfies readonly FollowUpMethod[];

type PossibleFollowUpsInput = Omit<PaymentHistory, 'original'> & { readonly now: Date };

/** What billing would take at this moment: what it refuses is not proposed, by its own rules. */
export function possibleFollowUps({ now, ...standing }: PossibleFollowUpsInput): FollowUp[] {
  return standing.operations.flatMap((referred) =>
    METHODS.filter((method) => isOwnWay(method, referred)).flatMap((method) => {
      const amount = mostOf({ ...standing, original: referred }, { method, now });
      if (amount === 0) return [];
      const { transactionId } = referred;
      return [
        { method, transaction_id: transactionId, amount: decimalText(amount, standing.payment.currency) },
      ];
    }),
  );
}

/** A CHARGE may name an earlier CHARGE, which means the same as naming the AUTH. */
function isOwnWay(method: FollowUpMethod, { method: referred }: PastOperation): boolean {
  return method !== 'CHARGE' || isStartMethod(referred);
}

type MostOfInput = { readonly method: FollowUpMethod; readonly now: Date };

/** Minor units; 0 where it is refused. */
function mostOf(locked: PaymentHistory, { method, now }: MostOfInput): number {
  try {
    const act = requireFollowUpEffect(locked, method);
    const amount = method === 'VOID' ? voidableAmount(locked, act) : bound(locked, method);
    if (amount > 0) refuseFollowUp(locked, { method, act, amount, now });
    return Math.max(amount, 0);
  } catch (error) {
    if (error instanceof ServiceError) return 0;
    throw error;
  }
}

function bound(locked: PaymentHistory, method: 'CHARGE' | 'REFUND'): number {
  const { payment, original: referred } = locked;
  if (method === 'CHARGE') return remaining(payment);
  if (referred.method !== 'CHARGE') return refundable(payment);
  return Math.min(refundable(payment), referred.amount - refundedOf(locked, referred));
}
