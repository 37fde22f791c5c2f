import type { FollowUp } from '../../../../contract/admin/payments.ts';
import { FollowUpMethod } from '../../../../contract/billing/billing.ts';
import { ServiceError } from '../../../base/service-error.ts';
import { refundable, remaining } from '../../../payments/model/balance.ts';
import { isStartMethod } from '../../../payments/model/methods.ts';
import { decimalText } from '../../../payments/model/money.ts';
import { type PastOperation, type PaymentHistory, refundedOf } from '../../../payments/payment-history.ts';
import { refuseFollowUp, requireFollowUpEffect, voidableAmount } from '../../../payments/refuse-follow-up.ts';

type CurrentHistory = Omit<PaymentHistory, 'referred'> & { readonly now: Date };

/** What billing would take at this moment: what it refuses is not proposed, by its own rules. */
export function possibleFollowUps({ now, ...history }: CurrentHistory): FollowUp[] {
  return history.operations.flatMap((referred) =>
    FollowUpMethod.options
      .filter((method) => isOwnWay(method, referred))
      .flatMap((method) => {
        const amount = largestAmount({ ...history, referred }, { method, now });
        if (amount === 0) return [];
        const { transactionId } = referred;
        return [
          { method, transaction_id: transactionId, amount: decimalText(amount, history.payment.currency) },
        ];
      }),
  );
}

/** A CHARGE may name an earlier CHARGE, which means the same as naming the AUTH. */
function isOwnWay(method: FollowUpMethod, { method: referred }: PastOperation): boolean {
  return method !== 'CHARGE' || isStartMethod(referred);
}

type FollowUpNow = { readonly method: FollowUpMethod; readonly now: Date };

/** Minor units; 0 where it is refused. */
function largestAmount(history: PaymentHistory, { method, now }: FollowUpNow): number {
  try {
    const effect = requireFollowUpEffect(history, method);
    const amount = method === 'VOID' ? voidableAmount(history, effect) : upperBound(history, method);
    if (amount > 0) refuseFollowUp(history, { method, effect, amount, now });
    return Math.max(amount, 0);
  } catch (error) {
    if (error instanceof ServiceError) return 0;
    throw error;
  }
}

function upperBound(history: PaymentHistory, method: 'CHARGE' | 'REFUND'): number {
  const { payment, referred } = history;
  if (method === 'CHARGE') return remaining(payment);
  if (referred.method !== 'CHARGE') return refundable(payment);
  return Math.min(refundable(payment), referred.amount - refundedOf(history, referred));
}
