import {
  type Acquirer,
  type Acquirers,
  aroundQuestions,
  type Reply,
  wrapAcquirers,
} from '../../base/processor/acquirer.ts';
import { type Breaker, createBreaker, type QuestionEnd } from './breaker.ts';
import { type Capacity, type CapacitySettings, createCapacity } from './capacity.ts';

type Guards = { readonly breaker: Breaker; readonly capacity: Capacity };

const BREAKER = { failures: 10, openMs: 5_000, now: () => performance.now() };

/** All acquirers, each behind a breaker and a capacity of its own, which outlive a change of its configuration. */
export function guardAcquirers(acquirers: Acquirers, bounds: CapacitySettings) {
  const guards = new Map<string, Guards>();
  const guardsOf = (name: string): Guards => {
    const known = guards.get(name);
    if (known) return known;
    const added = { breaker: createBreaker(BREAKER), capacity: createCapacity(bounds) };
    guards.set(name, added);
    return added;
  };
  return {
    acquirers: wrapAcquirers(acquirers, (acquirer) => guardAcquirer(acquirer, guardsOf(acquirer.name))),
    /** Questions that wait for an acquirer. */
    openQuestions: () => [...guards.values()].reduce((sum, { capacity }) => sum + capacity.waiting(), 0),
  };
}

/** The acquirer behind its breaker and its capacity, which say `notSent`: nothing went out. `find` and `report` are not bounded. */
export function guardAcquirer(acquirer: Acquirer, guards: Guards): Acquirer {
  return aroundQuestions(
    acquirer,
    (ask) => (question, call) =>
      askGuarded(() => ask(question, call), { ...guards, account: question.merchantAccount }),
  );
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
