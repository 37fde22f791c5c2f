import { createAdmission, placeTaken } from './admission.ts';
import { type Caller, type OpenRequest, overloaded } from './open-callers.ts';

/** The most requests that are worked on, and that are open. An open request may also wait, which costs memory alone. */
const MAX_REQUESTS = {
  workedOn: 256,
  workedOnOfOne: 64,
  /** Per network, for requests that are not (yet) authenticated. */
  workedOnOfNetwork: 32,
  open: 8_192,
  openOfOne: 2_048,
  /** Per network, for requests without a key, and for those of one caller: an office has one address. */
  openOfNetwork: 256,
  /** Per refresh token of one caller: a shopper has a few windows. */
  openOfToken: 64,
  /** Requests with incomplete bodies, per wider network: IPv6 /56 and IPv4 /24, then IPv6 /48. */
  bodiesOfWider: [512, 1_024] as readonly number[],
};

export type MaxRequests = Partial<typeof MAX_REQUESTS>;

/** A burst of short requests passes in that time; a longer one is refused. */
const TURN_MS = 2_000;

/** Admits open requests, and gives turns to those that are worked on. */
export function createCapacity(most: MaxRequests) {
  const max = { ...MAX_REQUESTS, ...most };
  const admission = createAdmission(max);
  return { ...admission, ...createTurns(max, admission) };
}

type Admission = Pick<ReturnType<typeof createAdmission>, 'wait' | 'stopWaiting'>;

function createTurns(max: Pick<typeof MAX_REQUESTS, 'workedOn'>, { wait, stopWaiting }: Admission) {
  const fairQueue = createFairQueue();
  let workedOn = 0;
  /** Gives the turn to the caller's next request. */
  const endTurn = (caller: Caller) => {
    const [next] = caller.queue;
    if (!next) {
      caller.workedOn -= 1;
      return;
    }
    caller.queue.delete(next);
    next();
  };
  const waitForTurn = (request: OpenRequest) =>
    new Promise<void>((resolve, reject) => {
      const { queue } = request.holder.caller;
      const begin = () => {
        stopWaiting(request);
        resolve();
      };
      queue.add(begin);
      const onCut: OpenRequest['cut'] = (why) => {
        queue.delete(begin);
        reject(why);
      };
      wait(request, { for: 'service', cut: onCut });
    });
  const waitForPlace = (request: OpenRequest) =>
    new Promise<void>((resolve, reject) => {
      const { caller } = request.holder;
      const begin = () => {
        clearTimeout(timer);
        stopWaiting(request);
        resolve();
      };
      const refuse: OpenRequest['cut'] = (why) => {
        clearTimeout(timer);
        stopWaiting(request);
        fairQueue.leave(caller, begin);
        endTurn(caller);
        reject(why);
      };
      const timer = setTimeout(refuse, TURN_MS, overloaded(`${max.workedOn} are worked on already`));
      fairQueue.join(caller, begin);
      wait(request, { for: 'service', cut: refuse });
    });
  return {
    async begin(request: OpenRequest) {
      if (request.isOver) throw placeTaken();
      stopWaiting(request);
      const { caller } = request.holder;
      const mustWait = caller.workedOn >= caller.turns;
      if (mustWait) await waitForTurn(request);
      else caller.workedOn += 1;
      if (workedOn >= max.workedOn) await waitForPlace(request);
      else workedOn += 1;
    },
    end({ holder: { caller } }: OpenRequest) {
      const next = fairQueue.next();
      if (next) next();
      else workedOn -= 1;
      endTurn(caller);
    },
  };
}

/** In a full service, takes one request of each caller in turn: the caller that sends most waits longest. */
function createFairQueue() {
  const callers = new Map<Caller, Set<() => void>>();
  return {
    join(caller: Caller, begin: () => void) {
      callers.set(caller, (callers.get(caller) ?? new Set()).add(begin));
    },
    leave(caller: Caller, begin: () => void) {
      const queue = callers.get(caller);
      queue?.delete(begin);
      if (queue?.size === 0) callers.delete(caller);
    },
    next(): (() => void) | undefined {
      const [first] = callers;
      if (!first) return undefined;
      const [caller, queue] = first;
      const [begin] = queue;
      callers.delete(caller);
      if (begin) queue.delete(begin);
      // To the end of the queue.
      if (queue.size > 0) callers.set(caller, queue);
      return begin;
    },
  };
}
