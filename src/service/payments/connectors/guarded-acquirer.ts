import type { Acquirer, AcquirerCall, Reply } from '../../base/processor/acquirer.ts';
import type { QuestionIds } from '../../base/processor/acquirer-question.ts';
import type { Breaker } from './breaker.ts';
import type { Capacity } from './capacity.ts';

type Guards = { readonly breaker: Breaker; readonly capacity: Capacity };

/** The acquirer behind its breaker and its capacity, which say `notSent`: nothing went out. */
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
    if (!breaker.admit()) return { kind: 'notSent', reason: 'breaker_open' };
    let hasAnswered = false;
    try {
      const reply = await ask();
      hasAnswered = reply.kind !== 'notSent' && reply.kind !== 'unknown';
      return reply;
    } finally {
      breaker.record(hasAnswered);
    }
  } finally {
    leave();
  }
}
