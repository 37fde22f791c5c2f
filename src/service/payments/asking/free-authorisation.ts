import { type Acquirer, accountAt, type Reply } from '../../base/processor/acquirer.ts';
import type { FollowUpQuestion } from '../../base/processor/acquirer-question.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import type { AttemptRow } from '../../tables/attempts.ts';
import { METHODS } from '../model/methods.ts';
import type { Transaction } from '../model/transaction.ts';
import { requireOperation } from '../require-transaction.ts';
import { ask } from './ask.ts';

/** How an authorisation ends that was given back because nobody knew of it. */
export const FREED: Reply = {
  kind: 'declined',
  returnCode: '96',
  declineCode: 'processing_error',
  text: 'Its answer was lost, and what was held was given back',
};

/** Whether an operation holds money at most until it is captured, so that cancelling it can only free some. */
export const isAuthorisation = ({ operation }: Pick<Transaction, 'operation'>) =>
  METHODS[operation.method].processorRequest === 'authorise';

type Unknown = { readonly attempt: AttemptRow; readonly acquirer: Acquirer };

/**
 * Gives back an authorisation of which nobody can know any more, by a cancel of our reference. Undefined where the acquirer
 * has none, or it is no authorisation. Rule: billing/lost-answers.
 */
export async function freeAuthorisation(
  runtime: Runtime,
  { attempt, acquirer }: Unknown,
): Promise<Reply | undefined> {
  if (!acquirer.supports.cancelByReference || attempt.step === 'follow-up') return undefined;
  const found = await requireOperation(runtime, attempt.operationId);
  if (!isAuthorisation(found) || found.operation.status !== 'PENDING') return undefined;
  const question = cancelOf(found, { attempt, acquirer });
  const reply = await ask(runtime, { question, attempt });
  if (reply.kind === 'approved') return FREED;
  return reply.kind === 'received' ? reply : undefined;
}

function cancelOf(
  { operation, payment, merchant }: Transaction,
  { attempt, acquirer }: Unknown,
): FollowUpQuestion {
  const name = `${attempt.key}.free`;
  return {
    key: name,
    reference: name,
    merchantReference: operation.transactionId,
    merchantAccount: accountAt(acquirer, merchant),
    kind: 'cancel',
    amount: operation.amount,
    currency: payment.currency,
    payment: {
      reference: attempt.reference,
      processorReference: undefined,
      authorised: operation.amount,
      captured: 0,
      refunded: 0,
      captures: 0,
    },
    metadata: [],
  };
}
