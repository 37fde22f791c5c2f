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

/** `isReplay`: nothing happened now, this is the first result of the same request. */
export type Billed = { readonly transaction: Transaction; readonly isReplay: boolean };

/**
 * One billing request, start to end, in one transaction: lock, check, ask the processor, write, answer. A decline is a
 * result: the operation's status says so.
 */
export async function bill(context: ServiceContext, input: BillInput): Promise<Billed> {
  const { caller, requestId } = input;
  const form = withRequired(input.form);
  const common = {
    accountId: caller.accountId,
    amount: minorUnits(form.amount, form.currency),
    metadata: transactionMetadata(input.metadata),
    requestId,
  };
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const { transactionId, isReplay } = isStart(form)
      ? await startPayment(inside, { ...common, form, now: context.clock.now() })
      : await followUp(inside, { ...common, form });
    const transaction = await requireTransaction(inside, { accountId: caller.accountId, transactionId });
    return { transaction, isReplay };
  });
}
