import type { BillingForm } from '../../contract/billing/billing.ts';
import type { Core } from '../base/runtime/core.ts';
import type { MerchantCaller } from '../shoppers/accounts/find-account.ts';
import { followUp } from './follow-up.ts';
import { transactionMetadata } from './metadata.ts';
import { isStart, withRequired } from './model/billing-forms.ts';
import type { BillingResult } from './model/billing-request.ts';
import { startPayment } from './start.ts';

type BillInput = {
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
export async function bill(context: Core, input: BillInput): Promise<BillingResult> {
  const { caller, requestId, unknown } = input;
  const { accountId } = caller;
  const form = withRequired(input.form);
  const common = { accountId, metadata: transactionMetadata(context, input.metadata), unknown, requestId };
  return isStart(form)
    ? startPayment(context, { ...common, form, now: context.clock.now() })
    : followUp(context, { ...common, form });
}
