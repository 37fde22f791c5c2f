import type { BillingForm } from '../../contract/billing/billing.ts';
import type { Core } from '../base/runtime/core.ts';
import type { MerchantCaller } from '../shoppers/accounts/find-account.ts';
import type { ClaimResult } from './attempts.ts';
import { followUp } from './follow-up.ts';
import { transactionMetadata } from './metadata.ts';
import { isStart, requireParameters } from './model/billing-forms.ts';
import { startPayment } from './start.ts';

type BillRequest = {
  readonly caller: MerchantCaller;
  readonly form: BillingForm;
  /** The form's `metadata`, parsed. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Names of parameters that billing does not know. */
  readonly unknown: readonly string[];
  /** UUID, the `Request-Id` of the answer. */
  readonly requestId: string;
};

/**
 * Judges one billing request inside the caller's transaction: lock, check, write what is now pending. Whoever calls asks
 * the acquirer afterwards, by `settleClaim`. A decline is a result and shows in the operation's status.
 */
export async function claimBilling(context: Core, request: BillRequest): Promise<ClaimResult> {
  const { caller, requestId, unknown } = request;
  const { accountId } = caller;
  const form = requireParameters(request.form);
  const shared = { accountId, metadata: transactionMetadata(context, request.metadata), unknown, requestId };
  return isStart(form)
    ? startPayment(context, { ...shared, form, now: context.clock.now() })
    : followUp(context, { ...shared, form });
}
