import { randomUUID } from 'node:crypto';
import { BillingForm } from '../../../contract/billing/billing.ts';
import { runLockingTransaction } from '../../base/runtime/run-transaction.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import type { Claim } from '../../base/runtime/service-dependencies.ts';
import { settleResult } from '../../payments/asking/settle-claim.ts';
import { claimBilling } from '../../payments/bill.ts';
import type { Transaction } from '../../payments/model/transaction.ts';
import { requireOperation } from '../../payments/require-transaction.ts';
import { sandbox } from '../sandbox-dependencies.ts';

type ClaimedSale = {
  readonly claim: Claim;
  /** While the acquirer is asked. */
  readonly before: Transaction;
  readonly after: Transaction;
};

/** Makes one SALE as a merchant's backend does, and returns what each of its transactions has stored. */
export async function claimSale(runtime: Runtime): Promise<ClaimedSale> {
  const { id: accountId } = await sandbox.openDemoAccount(runtime);
  const form = BillingForm.parse({
    method: 'SALE',
    amount: '10',
    currency: 'EUR',
    merchant_id: '1001',
    transactionID: 'first',
    ccToken: 'tok_sandbox_4242424242424242',
    callback_url: 'http://127.0.0.1:9999/callback',
  });
  const input = { caller: { accountId }, form, metadata: {}, unknownNames: [], requestId: randomUUID() };
  const result = await runLockingTransaction(runtime, (core) => claimBilling(core, input));
  if (!('claim' in result))
    throw new Error('Cannot make a sale: its card does not open, expected a question');
  const before = await requireOperation(runtime, result.claim.attempt.operationId);
  const { transaction: after } = await settleResult(runtime, result);
  return { claim: result.claim, before, after };
}
