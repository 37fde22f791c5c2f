import { finished } from 'node:stream';
import { createMiddleware } from 'hono/factory';
import { networkOf } from '../limits/network-of.ts';
import { ServiceError } from '../service-error.ts';
import type { AppEnv } from './app-env.ts';
import { clientAddress } from './client-address.ts';
import { nodeBindings } from './node-bindings.ts';

/** Requests that are worked on, and those that are open: they may also wait, which costs memory alone. */
const MOST = { workedOn: 256, workedOnOfOne: 64, open: 8_192, openOfOne: 2_048 };

/** Who has requests open. `isKnown`: by a key or a token; else a network. `line`: requests that wait for its share. */
type Caller = {
  readonly name: string;
  readonly isKnown: boolean;
  open: number;
  workedOn: number;
  readonly line: (() => void)[];
};

/** What one request takes of the service's room. */
export type Place = {
  /** From now on it counts as this caller's, and goes on when that one's share has room. */
  belongTo(caller: string): Promise<void>;
  /** From now on it only waits. */
  standAside(): void;
  /** The same until what is waited for has come; then it may be refused. */
  standAsideFor<Value>(waiting: Promise<Value>): Promise<Value>;
};

/**
 * Answers early with 503 what would only wait. No caller takes the room of others: beyond its share a request waits for
 * its own caller's, and is refused when too many of these are open. One that waits for its body, for news or for a slow
 * processor stands aside.
 */
export function limitOpenRequests(most: Partial<typeof MOST> = {}) {
  const room = openRoom({ ...MOST, ...most });
  return createMiddleware<AppEnv>(async (c, next) => {
    let caller = room.enter(`network ${networkOf(clientAddress(c))}`);
    let isWorkedOn = false;
    const begin = async () => {
      await room.begin(caller);
      isWorkedOn = true;
    };
    const standAside = () => {
      if (isWorkedOn) room.end(caller);
      isWorkedOn = false;
    };
    c.set('place', {
      async belongTo(name) {
        standAside();
        caller = room.move(caller, name);
        await begin();
      },
      standAside,
      async standAsideFor(waiting) {
        standAside();
        const value = await waiting;
        await begin();
        return value;
      },
    });
    try {
      await begin();
      await next();
    } finally {
      standAside();
      const { outgoing } = nodeBindings(c);
      // An answer may be a stream, or be read slowly.
      if (outgoing) finished(outgoing, () => room.leave(caller));
      else room.leave(caller);
    }
  });
}

function openRoom(most: typeof MOST) {
  const { count, discount } = openCallers(most.openOfOne);
  let open = 0;
  let workedOn = 0;
  /** Gives its turn to who waits for it. */
  const endTurn = (caller: Caller) => {
    const next = caller.line.shift();
    if (next) next();
    else caller.workedOn -= 1;
  };
  return {
    enter(name: string): Caller {
      if (open >= most.open) throw overloaded(`${most.open} are open already`);
      const caller = count(name, false);
      open += 1;
      return caller;
    },
    move(from: Caller, name: string): Caller {
      const caller = count(name, true);
      discount(from);
      return caller;
    },
    leave(caller: Caller) {
      discount(caller);
      open -= 1;
    },
    async begin(caller: Caller) {
      const mustWait = caller.isKnown && caller.workedOn >= most.workedOnOfOne;
      if (mustWait) await new Promise<void>((resolve) => caller.line.push(resolve));
      else caller.workedOn += 1;
      if (workedOn >= most.workedOn) {
        endTurn(caller);
        throw overloaded(`${most.workedOn} are worked on already`);
      }
      workedOn += 1;
    },
    end(caller: Caller) {
      workedOn -= 1;
      endTurn(caller);
    },
  };
}

function openCallers(each: number) {
  const callers = new Map<string, Caller>();
  return {
    count(name: string, isKnown: boolean): Caller {
      const caller = callers.get(name) ?? { name, isKnown, open: 0, workedOn: 0, line: [] };
      if (caller.open >= each) throw overloaded(`${each} of this caller are open already`);
      callers.set(name, caller);
      caller.open += 1;
      return caller;
    },
    discount(caller: Caller) {
      caller.open -= 1;
      if (caller.open === 0) callers.delete(caller.name);
    },
  };
}

function overloaded(found: string) {
  return new ServiceError('overloaded', `Cannot take the request: ${found}, expected a pause`);
}
