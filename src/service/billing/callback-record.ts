import type { CallbackTransaction } from '../../contract/callback.ts';
import { processor } from '../processor/processor.ts';
import type { Transaction } from './load-transaction.ts';
import { decimalText } from './money.ts';
import { transactionRecordOf } from './present.ts';
import type { MetadataEntry } from './transaction-metadata.ts';

/** The record as a callback gives it: without the `sandbox` object, and texts where the lookup has numbers. */
export function callbackRecordOf(found: Transaction, failureCode: string | null): CallbackTransaction {
  const { operation, payment } = found;
  if (operation.status === 'PENDING') {
    throw new Error(`Cannot tell of transaction ${operation.transactionId}: it is pending, expected its end`);
  }
  const { sandbox: _, ...record } = transactionRecordOf(found, operation.createdAt);
  return {
    ...record,
    user_id: String(record.user_id),
    business_id: String(record.business_id),
    pm_id: String(record.pm_id),
    amount: decimalText(operation.amount, payment.currency),
    status: operation.status,
    log: String(record.log),
    metadata: metadataOf(found, failureCode),
  };
}

function metadataOf({ operation }: Transaction, failureCode: string | null): MetadataEntry[] {
  const { transactionId, refTransactionId, callbackUrl } = operation;
  const originalId = refTransactionId === '' ? transactionId : refTransactionId;
  const details = {
    currentProcessorReference: processor.reference(transactionId),
    currentMerchantReference: transactionId,
    originalProcessorReference: processor.reference(originalId),
    originalMerchantReference: originalId,
  };
  return [
    { key: 'callback_url', value: callbackUrl ?? '' },
    { key: 'processor_transaction_id', value: details.currentProcessorReference },
    { key: 'transactionDetails', value: JSON.stringify(details) },
    ...(failureCode === null ? [] : [{ key: 'failure_code', value: failureCode }]),
    ...operation.metadata,
  ];
}
