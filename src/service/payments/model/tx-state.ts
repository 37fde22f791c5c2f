import type { ProcessorStatus } from '../../../contract/billing.ts';
import { processor } from '../../processor/processor.ts';
import type { Transaction } from '../load.ts';
import { isPassed } from './authentication.ts';
import { isStartMethod } from './methods.ts';

/** `TxState` and its text; `3P` and `CQ` are the spec's. Rule: billing/processor-data. */
const STAGES = {
  '3P': '3D-Secure authentication pending',
  '3F': '3D-Secure authentication failed',
  '3C': '3D-Secure authentication cancelled',
  '3T': '3D-Secure authentication timed out',
  AU: 'Authorised',
  AD: 'Authorisation declined',
  AV: 'Authorisation voided',
  CP: 'Capture pending',
  CQ: 'Capture queued',
  CS: 'Captured',
  CD: 'Capture declined',
  CV: 'Capture voided',
  RP: 'Refund pending',
  RQ: 'Refund queued',
  RS: 'Refunded',
  RD: 'Refund declined',
  VP: 'Void pending',
  VD: 'Void declined',
  ER: 'Processor error',
} as const;
export type Stage = keyof typeof STAGES;

export function stageText(stage: Stage): string {
  return STAGES[stage];
}

type Shown = Pick<Transaction, 'operation' | 'payment' | 'challenge' | 'settlesAt'> & {
  readonly referredMethod: Transaction['operation']['method'] | null;
};

/** Where an operation stands, in the processor's words; `settled` ones by the clock. */
export function stageOf(shown: Shown, now: Date): Stage {
  const { operation, settlesAt } = shown;
  if (isProcessorError(operation)) return 'ER';
  const isSettled = settlesAt !== null && settlesAt <= now;
  if (isStartMethod(operation.method)) return stageOfStart(shown, isSettled);
  const { status, method } = operation;
  if (method === 'VOID') return stageOfVoid(shown);
  const stages =
    method === 'REFUND' ? (['RP', 'RD', 'RQ', 'RS'] as const) : (['CP', 'CD', 'CQ', 'CS'] as const);
  if (status === 'PENDING') return stages[0];
  if (status === 'FAILURE') return stages[1];
  return isSettled ? stages[3] : stages[2];
}

function stageOfStart({ operation, payment, challenge }: Shown, isSettled: boolean): Stage {
  const isAuthorisation = operation.method === 'AUTH' || operation.method === 'AUTH_3DS';
  if (operation.status === 'PENDING') return payment.authentication === 'PENDING' ? '3P' : 'CP';
  if (operation.status === 'SUCCESS') return isAuthorisation ? 'AU' : isSettled ? 'CS' : 'CQ';
  if (payment.authentication === 'TIMED_OUT') return '3T';
  if (payment.authentication === 'CANCELLED' || payment.authentication === 'VOIDED') return '3C';
  const isStopped = payment.authentication !== null && !isPassed(payment.authentication);
  return challenge || isStopped ? '3F' : 'AD';
}

function stageOfVoid({ operation, payment, referredMethod }: Shown): Stage {
  if (operation.status === 'PENDING') return 'VP';
  if (operation.status === 'FAILURE') return 'VD';
  if (payment.authentication === 'VOIDED') return '3C';
  return referredMethod === 'AUTH' || referredMethod === 'AUTH_3DS' ? 'AV' : 'CV';
}

/** The spec shows `approved`. */
export function processorStatusOf({
  operation,
  payment,
}: Pick<Transaction, 'operation' | 'payment'>): ProcessorStatus {
  const { status, method } = operation;
  if (isProcessorError(operation)) return 'error';
  if (status === 'FAILURE') return 'declined';
  if (status === 'PENDING') return payment.authentication === 'PENDING' ? '3ds_pending' : 'pending';
  if (method === 'VOID') return 'voided';
  return method === 'REFUND' ? 'refunded' : 'approved';
}

function isProcessorError({ status, returnCode }: Transaction['operation']): boolean {
  return status === 'FAILURE' && processor.isError(returnCode);
}
