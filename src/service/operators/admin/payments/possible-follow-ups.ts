import type { FollowUp } from '../../../../contract/admin/payments.ts';
import { FollowUpMethod } from '../../../../contract/billing/billing.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { type PastOperation, type PaymentHistory, refundedOf } from '../../../payments/locked-payment.ts';
import { refundable, remaining } from '../../../payments/model/balance.ts';
import { isStartMethod } from '../../../payments/model/methods.ts';
import { decimalText } from '../../../payments/model/money.ts';
import { refuseFollowUp, requireFollowUpEffect, voidableAmount } from '../../../payments/refuse-follow-up.ts';

type CurrentHistory = Omit<PaymentHistory, 'original'> & { readonly now: Date };

/** What billing would take at this moment: what it refuses is not proposed, by its own rules. */
export function possibleFollowUps({ now, ...history }: CurrentHistory): FollowUp[] {
  return history.operations.flatMap((original) =>
    FollowUpMethod.options
      .filter((method) => isOwnWay(method, original))
      .flatMap((method) => {
        const amount = largestAmount({ ...history, original }, { method, now });
        if (amount === 0) return [];
        const { transactionId } = original;
        return [
          { method, transaction_id: transactionId, amount: decimalText(amount, history.payment.currency) },
        ];
      }),
  );
}

/** A CHARGE may name an earlier CHARGE, which means the same as naming the AUTH. */
function isOwnWay(method: FollowUpMethod, { method: original }: PastOperation): boolean {
  return method !== 'CHARGE' || isStartMethod(original);
}

type FollowUpNow = { readonly method: FollowUpMethod; readonly now: Date };

/** Minor units; 0 where it is refused. */
function largestAmount(history: PaymentHistory, { method, now }: FollowUpNow): number {
  try {
    const act = requireFollowUpEffect(history, method);
    const amount = method === 'VOID' ? voidableAmount(history, act) : upperBound(history, method);
    if (amount > 0) refuseFollowUp(history, { method, act, amount, now });
    return Math.max(amount, 0);
  } catch (error) {
    if (error instanceof ServiceError) return 0;
    throw error;
  }
}

function upperBound(history: PaymentHistory, method: 'CHARGE' | 'REFUND'): number {
  const { payment, original } = history;
  if (method === 'CHARGE') return remaining(payment);
  if (original.method !== 'CHARGE') return refundable(payment);
  return Math.min(refundable(payment), original.amount - refundedOf(history, original));
}
