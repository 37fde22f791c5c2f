import type {
  ChallengeEnd,
  OpenChallenge,
  ThreeDsEndReason,
} from '../../../contract/frame/session-events.ts';
import type { Core } from '../../base/runtime/core.ts';
import type { ChallengeRow } from '../../tables/challenges.ts';
import type { OperationRow, PaymentRow } from '../../tables/payments.ts';
import { decimalText } from '../model/money.ts';
import { boxUrl } from './box.ts';

/** A challenge with the columns that are shown. */
export type FoundChallenge = {
  readonly challenge: ChallengeRow;
  readonly operation: Pick<OperationRow, 'transactionId' | 'amount' | 'status'>;
  readonly payment: Pick<PaymentRow, 'currency' | 'authentication' | 'orderId'>;
};

export function openChallengeOf(core: Core, found: FoundChallenge): OpenChallenge {
  const { challenge, operation, payment } = found;
  return {
    transaction_id: operation.transactionId,
    box_url: boxUrl(core, challenge.id),
    amount: decimalText(operation.amount, payment.currency),
    currency: payment.currency,
    order_id: payment.orderId,
    expires_in_ms: expiresInMs(core, found),
  };
}

export function expiresInMs({ clock }: Core, { challenge }: FoundChallenge): number {
  return Math.max(0, challenge.expiresAt.getTime() - clock.now().getTime());
}

/** The outcome of a challenge that has ended. */
export function challengeEndOf(found: FoundChallenge): ChallengeEnd {
  const { operation } = found;
  const status = operation.status === 'SUCCESS' ? 'SUCCESS' : 'FAILURE';
  return { transaction_id: operation.transactionId, status, reason: reasonOf(found) };
}

/** A cardholder who passed counts as failed if the issuer then declined. */
function reasonOf({ challenge, operation, payment }: FoundChallenge): ThreeDsEndReason {
  if (challenge.status === 'CANCELLED' || challenge.status === 'VOIDED') return 'cancelled';
  if (challenge.status === 'TIMED_OUT') return 'timeout';
  if (challenge.status === 'PASSED' && operation.status === 'SUCCESS') return 'authenticated';
  return payment.authentication === 'U' ? 'unavailable' : 'failed';
}
