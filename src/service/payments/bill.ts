import type { BillingForm } from '../../contract/billing/billing.ts';
import type { Core } from '../base/runtime/core.ts';
import type { MerchantCaller } from '../shoppers/accounts/find-account.ts';
import { followUp } from './follow-up.ts';
import { transactionMetadata } from './metadata.ts';
import { isStart, requireParameters } from './model/billing-forms.ts';
import type { BillingResult } from './model/billing-request.ts';
import { startPayment } from './start.ts';

type BillingCall = {
  readonly caller: MerchantCaller;
  readonly form: BillingForm;
  /** The form's `metadata`, parsed. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Names of parameters that billing does not know. */
  readonly unknownNames: readonly string[];
  /** UUID, the `Request-Id` of the answer. */
  readonly requestId: string;
};

/**
 * Runs one billing request, start to end, inside the caller's transaction: lock, check, ask the processor, write. A
 * decline is a result and shows in the operation's status.
 */
export async function bill(core: Core, request: BillingCall): Promise<BillingResult> {
  const { caller, requestId, unknownNames } = request;
  const { accountId } = caller;
  const form = requireParameters(request.form);
  const shared = {
    accountId,
    metadata: transactionMetadata(core, request.metadata),
    unknownNames,
    requestId,
  };
  return isStart(form)
    ? startPayment(core, { ...shared, form, now: core.clock.now() })
    : followUp(core, { ...shared, form });
}
