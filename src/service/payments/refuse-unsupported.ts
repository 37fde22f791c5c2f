import type { FollowUpMethod } from '../../contract/billing/billing.ts';
import type { ErrorCode } from '../../contract/errors/errors.ts';
import { type Acquirer, accountAt } from '../base/processor/acquirer.ts';
import { ServiceError } from '../base/service-error.ts';
import type { OperationEffect } from './model/methods.ts';
import { capturesOf, type PaymentHistory } from './payment-history.ts';

/** A follow-up that the payment's state and amounts allow. */
type AllowedFollowUp = {
  readonly method: FollowUpMethod;
  readonly effect: OperationEffect;
  /** Minor units. */
  readonly amount: number;
  /** The one that has the payment. */
  readonly acquirer: Pick<Acquirer, 'supports' | 'merchantAccount'>;
};

/** Refuses what the payment's processor cannot do, before anybody is asked. Rule: billing/processors. */
export function refuseUnsupported(history: PaymentHistory, followUp: AllowedFollowUp): void {
  const { method, effect, acquirer } = followUp;
  const { supports } = acquirer;
  const account = accountAt(acquirer, history.merchant);
  if (method === 'CHARGE' && !supports.severalCaptures(account)) refuseSecondCapture(history);
  if (method !== 'VOID' || supports.cancelOfCapture) return;
  if (effect.name === 'void-capture') refusePartialReversal(history, followUp);
  else if (history.payment.authentication !== 'PENDING') refuseVoidOfRest(history);
}

/** One that failed has taken nothing. */
function refuseSecondCapture({ operations }: PaymentHistory): void {
  if (!operations.some(({ method, status }) => method === 'CHARGE' && status !== 'FAILURE')) return;
  throw refusal(
    'transaction_not_capturable',
    'CHARGE',
    'its processor captures an authorisation once, and the rest of it is free',
  );
}

/** The processor takes back only a whole payment that was captured at once. */
function refusePartialReversal(history: PaymentHistory, { amount }: AllowedFollowUp): void {
  const { authorised, captured, capturePending, refunded, refundPending } = history.payment;
  const isWhole = capturesOf(history).length === 1 && captured === authorised && amount === authorised;
  if (isWhole && capturePending + refunded + refundPending === 0) return;
  throw refusal('refund_required', 'VOID', 'its processor takes back no CHARGE by itself, send REFUND');
}

function refuseVoidOfRest({ payment }: PaymentHistory): void {
  if (payment.captured + payment.capturePending === 0) return;
  throw refusal(
    'transaction_not_voidable',
    'VOID',
    'its processor cancels no rest of an authorisation, which expires by itself',
  );
}

function refusal(code: ErrorCode, method: FollowUpMethod, found: string): ServiceError {
  return new ServiceError(code, `Cannot bill ${method}: ${found}`, { param: 'transactionID' });
}
