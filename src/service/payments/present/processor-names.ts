import { isAtSandbox } from '../../../contract/billing/processor-name.ts';
import type { Core } from '../../base/runtime/core.ts';
import type { Transaction } from '../model/transaction.ts';

/** What a transaction's processor is called, and what it calls the transaction; a text is empty until the processor has told it. */
type ProcessorNames = {
  readonly processor: string;
  readonly reference: string;
  /** Of the transaction referred to; a start's own. */
  readonly originalReference: string;
};

/** The sandbox's references are made of our ids. */
export function processorNamesOf(
  { dependencies: { processor } }: Core,
  { operation, payment, merchant, referredReference }: Transaction,
): ProcessorNames {
  const { transactionId, refTransactionId } = operation;
  const isStart = refTransactionId === '';
  if (isAtSandbox(payment)) {
    return {
      processor: processor.nameFor(merchant.ref),
      reference: processor.reference(transactionId),
      originalReference: processor.reference(isStart ? transactionId : refTransactionId),
    };
  }
  const reference = operation.processorReference ?? '';
  return {
    processor: payment.processor,
    reference,
    originalReference: isStart ? reference : (referredReference ?? ''),
  };
}
