import type { Reversal } from '../../../contract/billing/callback.ts';
import { sourceOf } from '../../../contract/billing/providers.ts';
import type { TransactionRecord } from '../../../contract/billing/transaction.ts';
import type { Core } from '../../base/runtime/core.ts';
import { tokenOfRecord } from '../../base/seals/intact-rows.ts';
import { publicIdOf } from '../../vault/list-card.ts';
import { decimalNumber } from '../model/money.ts';
import type { MetadataEntry, Transaction } from '../model/transaction.ts';
import { paymentTotalsOf } from './payment-totals.ts';
import { processorNamesOf } from './processor-names.ts';

/** The record as the lookup gives it. `undoing`: what undid the operation after it had succeeded; null where nothing did. */
export function transactionRecordOf(
  core: Core,
  transaction: Transaction,
  undoing: Reversal | null,
): TransactionRecord {
  const { settlesAt, merchant } = transaction;
  const isSettled = settlesAt !== null && settlesAt <= core.clock.now();
  const settledAt = isSettled ? dateText(settlesAt) : null;
  const sandbox = { merchant_id: merchant.id, ...paymentTotalsOf(transaction), settled_at: settledAt };
  const record = recordFieldsOf(core, transaction, tokenOfRecord(core, transaction.token));
  if (undoing === null) return { ...record, sandbox };
  return { ...record, metadata: [...record.metadata, { key: 'reversal', value: undoing }], sandbox };
}

/** The fields that lookup and callback share. */
export function recordFieldsOf(
  core: Core,
  transaction: Transaction,
  ccToken: string,
): Omit<TransactionRecord, 'sandbox'> {
  const { operation, payment, merchant, card } = transaction;
  const date = dateText(operation.createdAt);
  return {
    user_id: payment.userId,
    business_id: payment.accountId,
    child_business_id: null,
    processor: processorNamesOf(core, transaction).processor,
    merchant_ref: merchant.ref,
    pm_id: publicIdOf(card),
    token: ccToken,
    external_token: payment.externalToken,
    source: sourceOf(card.brand),
    method: operation.method,
    amount: decimalNumber(operation.amount, payment.currency),
    currency: payment.currency,
    status: operation.status,
    transaction_id: operation.transactionId,
    order_id: payment.orderId,
    payment_id: payment.id,
    transaction_date: date,
    ref_transaction_id: operation.refTransactionId,
    log: operation.log,
    created_at: date,
    metadata: recordMetadataOf(core, transaction),
  };
}

/** The service's entries, then the merchant's. Spec: Transaction record, metadata keys. Rule: callbacks/body. */
function recordMetadataOf(core: Core, transaction: Transaction): MetadataEntry[] {
  const { operation } = transaction;
  const { reference, originalReference } = processorNamesOf(core, transaction);
  const { transactionId, refTransactionId, callbackUrl, declineCode } = operation;
  const originalId = refTransactionId === '' ? transactionId : refTransactionId;
  const details = {
    currentProcessorReference: reference,
    currentMerchantReference: transactionId,
    originalProcessorReference: originalReference,
    originalMerchantReference: originalId,
  };
  return [
    ...(callbackUrl === null ? [] : [{ key: 'callback_url', value: callbackUrl }]),
    { key: 'processor_transaction_id', value: details.currentProcessorReference },
    { key: 'transactionDetails', value: JSON.stringify(details) },
    ...(declineCode === null ? [] : [{ key: 'failure_code', value: declineCode }]),
    ...operation.metadata,
  ];
}

/** `YYYY-MM-DD HH:MM:SS`, UTC. */
function dateText(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ');
}
