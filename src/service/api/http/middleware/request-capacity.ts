import { type Caller, type OpenRequest, overloaded } from './open-callers.ts';
import { createRoom, placeTaken } from './request-room.ts';

/** The most requests in work, and the most open ones. An open request may also wait, which costs memory alone. */
const MAX_REQUESTS = {
  workedOn: 256,
  workedOnOfOne: 64,
  /** Of what a network asks without a key or a token, or before it is known to have one: short work, for anybody. */
  workedOnOfNetwork: 32,
  open: 8_192,
  openOfOne: 2_048,
  /** Of what a network asks without a key, and within one caller's share: an office has one address. */
  openOfNetwork: 256,
  /** Within one caller's share: a shopper has a few windows. */
  openOfToken: 64,
  /** Whose bodies are still coming, of the networks around: IPv6 /56 and IPv4 /24, then IPv6 /48. */
  bodiesOfWider: [512, 1_024] as readonly number[],
};

export type MaxRequests = Partial<typeof MAX_REQUESTS>;

/** A burst of short work passes in that time. What is then still full is full for longer. */
const TURN_MS = 2_000;

/** Room for open requests, and turns for those that are worked on. */
export function createCapacity(most: MaxRequests) {
  const max = { ...MAX_REQUESTS, ...most };
  const room = createRoom(max);
  return { ...room, ...createTurns(max, room) };
}

type Room = Pick<ReturnType<typeof createRoom>, 'wait' | 'stopWaiting'>;

function createTurns(max: Pick<typeof MAX_REQUESTS, 'workedOn'>, { wait, stopWaiting }: Room) {
  const line = fairLine();
  let workedOn = 0;
  /** Passes the turn to the next request in line. */
  const endTurn = (caller: Caller) => {
    const [next] = caller.line;
    if (!next) {
      caller.workedOn -= 1;
      return;
    }
    caller.line.delete(next);
    next();
  };
  const turnOf = (request: OpenRequest) =>
    new Promise<void>((resolve, reject) => {
      const { line: ownLine } = request.holder.caller;
      const begin = () => {
        stopWaiting(request);
        resolve();
      };
      ownLine.add(begin);
      const cut: OpenRequest['cut'] = (why) => {
        ownLine.delete(begin);
        reject(why);
      };
      wait(request, { for: 'service', cut });
    });
  const placeOf = (request: OpenRequest) =>
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
        line.leave(caller, begin);
        endTurn(caller);
        reject(why);
      };
      const timer = setTimeout(refuse, TURN_MS, overloaded(`${max.workedOn} are worked on already`));
      line.join(caller, begin);
      wait(request, { for: 'service', cut: refuse });
    });
  return {
    async begin(request: OpenRequest) {
      if (request.isOver) throw placeTaken();
      stopWaiting(request);
      const { caller } = request.holder;
      const mustWait = caller.workedOn >= caller.turns;
      if (mustWait) await turnOf(request);
      else caller.workedOn += 1;
      if (workedOn >= max.workedOn) await placeOf(request);
      else workedOn += 1;
    },
    end({ holder: { caller } }: OpenRequest) {
      const next = line.next();
      if (next) next();
      else workedOn -= 1;
      endTurn(caller);
    },
  };
}

/** Where the service is full, each caller's next request in turn: who sends most waits longest. */
function fairLine() {
  const callers = new Map<Caller, Set<() => void>>();
  return {
    join(caller: Caller, begin: () => void) {
      callers.set(caller, (callers.get(caller) ?? new Set()).add(begin));
    },
    leave(caller: Caller, begin: () => void) {
      const ownLine = callers.get(caller);
      ownLine?.delete(begin);
      if (ownLine?.size === 0) callers.delete(caller);
    },
    next(): (() => void) | undefined {
      const [first] = callers;
      if (!first) return undefined;
      const [caller, ownLine] = first;
      const [begin] = ownLine;
      callers.delete(caller);
      if (begin) ownLine.delete(begin);
      // To the end of the line.
      if (ownLine.size > 0) callers.set(caller, ownLine);
      return begin;
    },
  };
}
