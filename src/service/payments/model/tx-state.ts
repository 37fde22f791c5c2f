import type { ProcessorStatus } from '../../../contract/billing/billing.ts';
import type { Processor } from '../../base/processor/processor.ts';
import { isPassed, wasChallenged } from './authentication.ts';
import { isStartMethod, METHODS, requireEffect } from './methods.ts';
import type { Transaction } from './transaction.ts';

type TxStateFacts = {
  readonly text: string;
  /** Whether the authorisation's code is shown. */
  readonly isAuthorised: boolean;
  /** The amount shown as captured: the operation's own, or what is captured of its payment. */
  readonly captured: 'own' | 'of-payment' | 'none';
};
const stopped = (text: string) => ({ text, isAuthorised: false, captured: 'none' }) as const;
const moneyBack = (text: string) => ({ text, isAuthorised: false, captured: 'of-payment' }) as const;
const captured = (text: string) => ({ text, isAuthorised: true, captured: 'own' }) as const;

/** `TxState` codes; `3P` and `CQ` are the spec's. Rule: billing/processor-data. */
const TX_STATES = {
  '3P': stopped('3D-Secure authentication pending'),
  '3F': stopped('3D-Secure authentication failed'),
  // For the VOID that cancelled the challenge. The start itself shows no amount: see `captureMembers`.
  '3C': moneyBack('3D-Secure authentication cancelled'),
  '3T': stopped('3D-Secure authentication timed out'),
  AP: stopped('Authorisation pending'),
  AU: { text: 'Authorised', isAuthorised: true, captured: 'none' },
  AD: stopped('Authorisation declined'),
  AV: moneyBack('Authorisation voided'),
  CP: stopped('Capture pending'),
  CQ: captured('Capture queued'),
  CS: captured('Captured'),
  CD: stopped('Capture declined'),
  CV: moneyBack('Capture voided'),
  RP: stopped('Refund pending'),
  RQ: moneyBack('Refund queued'),
  RS: moneyBack('Refunded'),
  RD: stopped('Refund declined'),
  VP: stopped('Void pending'),
  VD: stopped('Void declined'),
  ER: stopped('Processor error'),
} as const satisfies Record<string, TxStateFacts>;
export type TxState = keyof typeof TX_STATES;

export function txStateFacts(state: TxState): TxStateFacts {
  return TX_STATES[state];
}

type ProcessorView = { readonly processor: Pick<Processor, 'isSystemMalfunction'>; readonly now: Date };
type Operation = Transaction['operation'];

/** The state of an operation, in the processor's terms. The clock decides what is `settled`. */
export function txStateOf(transaction: Transaction, { processor, now }: ProcessorView): TxState {
  const { operation, settlesAt, referredMethod } = transaction;
  if (isSystemMalfunction(processor, operation)) return 'ER';
  const authenticationState = authenticationStateOf(transaction);
  if (authenticationState) return authenticationState;
  const { txStates } = requireEffect(operation.method, referredMethod);
  if (operation.status === 'PENDING') return txStates.pending;
  if (operation.status === 'FAILURE') return txStates.failed;
  return settlesAt !== null && settlesAt <= now ? txStates.settled : txStates.queued;
}

/**
 * The state where 3-D Secure decides it: of a start that waits for it or was stopped by it, and of a challenge's VOID.
 */
function authenticationStateOf({ operation, payment, challenge }: Transaction): TxState | undefined {
  const { authentication } = payment;
  const { status, method } = operation;
  if (!isStartMethod(method)) {
    return status === 'SUCCESS' && method === 'VOID' && authentication === 'VOIDED' ? '3C' : undefined;
  }
  if (status === 'PENDING') return authentication === 'PENDING' ? '3P' : undefined;
  if (status === 'SUCCESS') return undefined;
  if (authentication === 'TIMED_OUT') return '3T';
  if (authentication === 'CANCELLED' || authentication === 'VOIDED') return '3C';
  const isStopped = authentication !== null && !isPassed(authentication);
  return wasChallenged(challenge) || isStopped ? '3F' : undefined;
}

/** `approved` is the specification's word for a success; the others are ours. */
export function processorStatusOf(
  { operation, payment }: Pick<Transaction, 'operation' | 'payment'>,
  processor: ProcessorView['processor'],
): ProcessorStatus {
  const { status, method } = operation;
  if (isSystemMalfunction(processor, operation)) return 'error';
  if (status === 'FAILURE') return 'declined';
  if (status === 'PENDING') return payment.authentication === 'PENDING' ? '3ds_pending' : 'pending';
  return METHODS[method].successStatus;
}

function isSystemMalfunction(
  processor: ProcessorView['processor'],
  { status, returnCode }: Operation,
): boolean {
  return status === 'FAILURE' && processor.isSystemMalfunction(returnCode);
}
