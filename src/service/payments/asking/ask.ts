import { errorLogFields } from '../../base/error-log-fields.ts';
import type { Acquirer, AcquirerCall, Reply } from '../../base/processor/acquirer.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';
import type { Claim } from '../../base/runtime/service-dependencies.ts';
import type { AttemptRow } from '../../tables/attempts.ts';
import { ASKING_MS } from '../attempts.ts';
import type { Transaction } from '../model/transaction.ts';

/** How long before its deadline a question is given up: the reply must still be recorded. */
const MARGIN_MS = 5_000;

/**
 * Asks the acquirer, with no transaction, connection or lock held. Never raises: what is not known is `unknown`. A connector
 * that raises has a bug, after which nobody knows either.
 */
export async function ask(
  runtime: Runtime,
  { question, attempt }: Pick<Claim, 'question' | 'attempt'>,
): Promise<Reply> {
  const acquirer = await runtime.dependencies.acquirers.named(attempt.processor, runtime);
  if (!acquirer) return { kind: 'notSent', reason: 'not_configured' };
  const call = acquirerCall(runtime);
  const { signal } = call;
  const overdue = new Promise<Reply>((resolve) => {
    signal.addEventListener('abort', () => resolve({ kind: 'unknown', reason: 'timeout' }), { once: true });
  });
  try {
    return await Promise.race([send(acquirer, question, call), overdue]);
  } catch (error) {
    runtime.log.error({ attemptKey: attempt.key, ...errorLogFields(error) }, 'a connector failed');
    return { kind: 'unknown', reason: 'connector_failed' };
  }
}

export const acquirerCall = ({ clock }: Runtime): AcquirerCall => ({
  signal: AbortSignal.timeout(ASKING_MS - MARGIN_MS),
  fetch,
  now: clock.now(),
});

type Recorded = {
  readonly attempt: AttemptRow;
  readonly reply: Reply;
  /** After the answer that counts. */
  readonly transaction: Transaction;
};

/** Logs a reply that came after another end and says the opposite: only a person can put that right at the acquirer. */
export function tellContradiction({ log }: Runtime, { attempt, reply, transaction }: Recorded): void {
  const { status } = transaction.operation;
  const isOpposite =
    (reply.kind === 'approved' && status === 'FAILURE') ||
    (reply.kind === 'declined' && status === 'SUCCESS');
  if (isOpposite)
    log.error(
      { attemptKey: attempt.key, outcome: reply.kind, status },
      'an acquirer contradicts the recorded end',
    );
}

function send(acquirer: Acquirer, question: Claim['question'], call: AcquirerCall): Promise<Reply> {
  if (question.kind === 'completion') return acquirer.completeAuthentication(question, call);
  return 'card' in question
    ? acquirer[question.kind](question, call)
    : acquirer[question.kind](question, call);
}
