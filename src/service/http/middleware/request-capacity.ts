import type { Share } from '../app-env.ts';
import { type Caller, type OpenRequest, openCallers, overloaded, partOf } from './open-callers.ts';

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
};

export type MaxRequests = Partial<typeof MAX_REQUESTS>;

/** Room for open requests, and turns for those that are worked on. */
export function createCapacity(most: MaxRequests) {
  const max = { ...MAX_REQUESTS, ...most };
  const room = createRoom(max);
  return { ...room, ...createTurns(max, room) };
}

/**
 * Counts requests from when they come until they are answered. A full share without a key, or a full service, cuts the
 * request that has waited longest without a key: anybody may have sent it, and need not ever complete it.
 */
function createRoom(max: typeof MAX_REQUESTS) {
  const callers = openCallers(max);
  const waiting = new Set<OpenRequest>();
  let open = 0;
  const stopWaiting = (request: OpenRequest) => {
    waiting.delete(request);
    request.counted.caller.waiting.delete(request);
  };
  const leave = (request: OpenRequest) => {
    if (request.isOver) return;
    request.isOver = true;
    stopWaiting(request);
    callers.discount(request.counted);
    open -= 1;
  };
  const cutOldest = ([oldest]: Iterable<OpenRequest>): boolean => {
    if (!oldest) return false;
    leave(oldest);
    oldest.cut(placeTaken());
    return true;
  };
  return {
    leave,
    stopWaiting,
    /** Until it begins, the request may be cut, unless its caller is known. */
    wait(request: OpenRequest, cut: OpenRequest['cut']) {
      stopWaiting(request);
      const { caller } = request.counted;
      if (caller.isKnown || request.isOver) return;
      request.cut = cut;
      for (const those of [waiting, caller.waiting]) those.add(request);
    },
    enter(network: string): OpenRequest {
      const own = callers.find(network);
      if (own && own.open >= max.openOfNetwork) cutOldest(own.waiting);
      const counted = callers.count(network, { isKnown: false });
      if (open >= max.open && !cutOldest(waiting)) {
        callers.discount(counted);
        throw overloaded(`${max.open} are open already`);
      }
      open += 1;
      return { counted, isOver: false, cut() {} };
    },
    /** From now on the request counts as this known caller's. */
    move(request: OpenRequest, name: string, share?: Share) {
      if (request.isOver) throw placeTaken();
      const counted = callers.count(name, { ...share, isKnown: true });
      stopWaiting(request);
      callers.discount(request.counted);
      request.counted = counted;
    },
  };
}

type Room = Pick<ReturnType<typeof createRoom>, 'wait' | 'stopWaiting'>;

function createTurns(max: typeof MAX_REQUESTS, { wait, stopWaiting }: Room) {
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
      const { line } = request.counted.caller;
      const begin = () => {
        stopWaiting(request);
        resolve();
      };
      line.add(begin);
      wait(request, (why) => {
        line.delete(begin);
        reject(why);
      });
    });
  return {
    async begin(request: OpenRequest) {
      if (request.isOver) throw placeTaken();
      stopWaiting(request);
      const { caller } = request.counted;
      const share = caller.isKnown ? partOf(max.workedOnOfOne, caller) : max.workedOnOfNetwork;
      const mustWait = caller.workedOn >= share;
      if (mustWait) await turnOf(request);
      else caller.workedOn += 1;
      if (workedOn >= max.workedOn) {
        endTurn(caller);
        throw overloaded(`${max.workedOn} are worked on already`);
      }
      workedOn += 1;
    },
    end({ counted: { caller } }: OpenRequest) {
      workedOn -= 1;
      endTurn(caller);
    },
  };
}

function placeTaken() {
  return overloaded('newer ones have taken its place');
}
