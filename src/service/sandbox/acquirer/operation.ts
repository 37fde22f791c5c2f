import type { TransStatus } from '../../../contract/billing/trans-status.ts';
import type { ThreeDsDeclineCode } from '../../../contract/errors/errors.ts';
import { sandboxProcessor } from '../processor/sandbox-processor.ts';
import type { DisputeEntry } from './entries.ts';
import type { AnswerMessage } from './messages.ts';

export type OperationEnd = {
  readonly code: string;
  readonly at: number;
  readonly transStatus?: TransStatus | undefined;
};

/** What was asked for, and what became of it. */
export type Operation = {
  readonly kind: 'authorise' | 'sale' | 'capture' | 'refund' | 'cancel';
  readonly reference: string;
  readonly merchantReference: string;
  readonly processorReference: string;
  readonly merchantAccount: string;
  readonly amount: number;
  readonly currency: string;
  readonly at: number;
  /** Our reference of the start; its own for a start. */
  readonly payment: string;
  readonly of: string | undefined;
  /** How it ends, and when; undefined while a bank asks the shopper. */
  end: OperationEnd | undefined;
  /** What its question was answered, whenever it is repeated. */
  readonly answer: AnswerMessage;
  /** Whether its end is told by a notification. */
  readonly isTold: boolean;
  /** What became of its money afterwards, in order. */
  readonly disputes: DisputeEntry[];
};

export function statusOf({ end }: Operation, now: number): 'approved' | 'declined' | 'pending' {
  if (end === undefined || end.at > now) return 'pending';
  return end.code === '00' ? 'approved' : 'declined';
}

/** Whether a capture or a refund did not last. */
export function hasFailedLater({ disputes }: Operation): boolean {
  return disputes.some(({ event }) => event === 'capture.failed' || event === 'refund.failed');
}

/** Codes of an end that 3-D Secure made: `3D-` and EMV's status. */
const THREE_DS_DECLINES: Readonly<Record<string, ThreeDsDeclineCode>> = {
  '3D-N': 'authentication_failed',
  '3D-R': 'authentication_rejected',
  '3D-U': 'authentication_unavailable',
  '3D-cancel': 'cancelled_by_cardholder',
};

/** What is known of an operation by now. */
export function outcomeOf(operation: Operation, now: number): AnswerMessage {
  const { end, processorReference } = operation;
  const status = statusOf(operation, now);
  if (status === 'pending' || end === undefined) {
    return operation.answer.outcome === 'redirect'
      ? operation.answer
      : { outcome: 'received', processorReference, transStatus: end?.transStatus };
  }
  return endedAnswer(end, operation);
}

export function endedAnswer(
  { code, transStatus }: Omit<OperationEnd, 'at'>,
  { processorReference, merchantReference }: Pick<Operation, 'processorReference' | 'merchantReference'>,
): AnswerMessage {
  const base = { processorReference, transStatus };
  const threeDs = THREE_DS_DECLINES[code];
  if (threeDs) return { outcome: 'declined', ...base, returnCode: '3D', declineCode: threeDs, text: threeDs };
  const decision = sandboxProcessor.decisionOf(code, merchantReference);
  if (decision.approved) return { outcome: 'approved', ...base, authcode: decision.authcode };
  const { returnCode, declineCode } = decision;
  const text = sandboxProcessor.returnText(returnCode);
  return { outcome: 'declined', ...base, returnCode, declineCode, text };
}
