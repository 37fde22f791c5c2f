import type { BillingForm } from '../../contract/billing.ts';
import type { MerchantCaller, ServiceContext } from '../context.ts';
import { followUp } from './follow-up.ts';
import { requireTransaction, type Transaction } from './load-transaction.ts';
import { isStart, withRequired } from './methods.ts';
import { minorUnits } from './money.ts';
import { startPayment } from './start-payment.ts';
import { transactionMetadata } from './transaction-metadata.ts';

type BillInput = {
  readonly caller: MerchantCaller;
  readonly form: BillingForm;
  /** The form's `metadata`, parsed. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** UUID, the `Request-Id` of the answer. */
  readonly requestId: string;
};

/**
 * One billing request, start to end, inside the caller's transaction: lock, check, ask the processor, write. A decline
 * is a result: the operation's status says so.
 */
export async function bill(context: ServiceContext, input: BillInput): Promise<Transaction> {
  const { caller, requestId } = input;
  const form = withRequired(input.form);
  const common = {
    accountId: caller.accountId,
    amount: minorUnits(form.amount, form.currency),
    metadata: transactionMetadata(input.metadata),
    requestId,
  };
  const transactionId = isStart(form)
    ? await startPayment(context, { ...common, form, now: context.clock.now() })
    : await followUp(context, { ...common, form });
  return requireTransaction(context, { accountId: caller.accountId, transactionId });
}
