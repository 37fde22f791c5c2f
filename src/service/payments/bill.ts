import type { BillingForm } from '../../contract/billing/billing.ts';
import type { Core } from '../base/runtime/core.ts';
import type { MerchantCaller } from '../shoppers/accounts/find-account.ts';
import { followUp } from './follow-up.ts';
import { transactionMetadata } from './metadata.ts';
import { isStart, requireParameters } from './model/billing-forms.ts';
import type { BillingResult } from './model/billing-request.ts';
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
 * Runs one billing request, start to end, inside the caller's transaction: lock, check, ask the processor, write. A
 * decline is a result and shows in the operation's status.
 */
export async function bill(context: Core, request: BillRequest): Promise<BillingResult> {
  const { caller, requestId, unknown } = request;
  const { accountId } = caller;
  const form = requireParameters(request.form);
  const shared = { accountId, metadata: transactionMetadata(context, request.metadata), unknown, requestId };
  return isStart(form)
    ? startPayment(context, { ...shared, form, now: context.clock.now() })
    : followUp(context, { ...shared, form });
}
