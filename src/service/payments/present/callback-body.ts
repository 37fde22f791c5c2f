import type { CallbackTransaction } from '../../../contract/callback.ts';
import type { Transaction } from '../load.ts';
import { decimalText } from '../model/money.ts';
import { recordFieldsOf } from './record.ts';

/**
 * The record as a callback gives it: without the `sandbox` object, and texts where the lookup has numbers. `token` is empty
 * until it is sent.
 */
export function callbackRecordOf(found: Transaction): CallbackTransaction {
  const { operation, payment } = found;
  if (operation.status === 'PENDING') {
    throw new Error(`Cannot tell of transaction ${operation.transactionId}: it is pending, expected its end`);
  }
  const record = recordFieldsOf(found, '');
  return {
    ...record,
    user_id: String(record.user_id),
    business_id: String(record.business_id),
    pm_id: String(record.pm_id),
    amount: decimalText(operation.amount, payment.currency),
    status: operation.status,
    log: String(record.log),
  };
}
