import type { Acquirer, AcquirerCall, Reply } from '../../base/processor/acquirer.ts';
import type { QuestionIds } from '../../base/processor/acquirer-question.ts';
import type { Breaker, QuestionEnd } from './breaker.ts';
import type { Capacity } from './capacity.ts';

type Guards = { readonly breaker: Breaker; readonly capacity: Capacity };

/** The acquirer behind its breaker and its capacity, which say `notSent`: nothing went out. `find` and `report` are not bounded. */
export function guardAcquirer(acquirer: Acquirer, guards: Guards): Acquirer {
  const guard =
    <Question extends QuestionIds>(ask: (question: Question, call: AcquirerCall) => Promise<Reply>) =>
    (question: Question, call: AcquirerCall) =>
      askGuarded(() => ask(question, call), { ...guards, account: question.merchantAccount });
  return {
    ...acquirer,
    authorise: guard(acquirer.authorise),
    sale: guard(acquirer.sale),
    capture: guard(acquirer.capture),
    refund: guard(acquirer.refund),
    cancel: guard(acquirer.cancel),
    completeAuthentication: guard(acquirer.completeAuthentication),
  };
}

async function askGuarded(
  ask: () => Promise<Reply>,
  { breaker, capacity, account }: Guards & { readonly account: string },
): Promise<Reply> {
  const leave = capacity.enter(account);
  if (leave === undefined) return { kind: 'notSent', reason: 'no_capacity' };
  try {
    const tell = breaker.admit();
    if (!tell) return { kind: 'notSent', reason: 'breaker_open' };
    let end: QuestionEnd = 'nothing';
    try {
      const reply = await ask();
      end = endOf(reply);
      return reply;
    } finally {
      tell(end);
    }
  } finally {
    leave();
  }
}

/** A caller who left, or a question that we cannot send. */
const REASONS_OF_OURS = new Set(['aborted', 'question_too_large']);
/** The processor has answered of another payment: a shopper may have brought what is not theirs. */
const REASONS_OF_ANSWERS = new Set(['reference_missing', 'reference_differs', 'amount_differs']);

function endOf(reply: Reply): QuestionEnd {
  if (reply.kind === 'refused') return reply.askedNobody ? 'nothing' : 'answered';
  if (reply.kind !== 'notSent' && reply.kind !== 'unknown') return 'answered';
  if (reply.kind === 'notSent' && reply.isAnswered) return 'answered';
  if (REASONS_OF_OURS.has(reply.reason)) return 'nothing';
  return REASONS_OF_ANSWERS.has(reply.reason) ? 'answered' : 'failed';
}
