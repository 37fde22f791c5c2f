import type { PaymentOperation } from '../../../../contract/admin/payments.ts';
import type { Reversal } from '../../../../contract/billing/callback.ts';
import type { Core } from '../../../base/runtime/core.ts';
import type { Transaction } from '../../../payments/model/transaction.ts';
import { transactionRecordOf } from '../../../payments/present/record.ts';

/** The record of the lookup and how the operation ended. Its tokens are masked: a screenshot must not bill a card. */
export function paymentOperation(core: Core, found: Transaction, undoing: Reversal | null): PaymentOperation {
  const { operation, challenge } = found;
  const record = transactionRecordOf(core, found, undoing);
  return {
    ...record,
    token: `cc_…${record.token.slice(-4)}`,
    external_token: `ntk_…${record.external_token.slice(-4)}`,
    return_code: operation.returnCode,
    decline_code: operation.declineCode,
    request_id: operation.requestId,
    late_result: challenge?.lateResult ?? null,
  };
}
