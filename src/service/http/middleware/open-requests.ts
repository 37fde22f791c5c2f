import { finished } from 'node:stream';
import { createMiddleware } from 'hono/factory';
import { ServiceError } from '../../base/service-error.ts';
import type { AppEnv, ShareParts } from '../app-env.ts';
import { clientNetwork } from '../client-address.ts';
import { nodeBindings } from '../node-bindings.ts';

/** The most requests in work, and the most open ones. An open request may also wait, which costs memory alone. */
const MAX_REQUESTS = {
  workedOn: 256,
  workedOnOfOne: 64,
  /** Of what a network asks without a key or a token, or before it is known to have one: short work, for anybody. */
  workedOnOfNetwork: 32,
  open: 8_192,
  openOfOne: 2_048,
  /** Bounds within one caller's share: an office has one address, and a shopper a few windows. */
  openOfNetwork: 256,
  openOfToken: 64,
};

/**
 * Who has requests open. `isKnown`: by a key or a token, otherwise by its network. `line`: requests that wait for its
 * share.
 */
type Caller = {
  readonly name: string;
  readonly isKnown: boolean;
  open: number;
  workedOn: number;
  readonly line: (() => void)[];
  /** Open requests by the part of the share that they use. */
  readonly parts: Map<string, number>;
};

/** An open request as it is counted. */
type Counted = { readonly caller: Caller; readonly parts: readonly string[] };

/**
 * Refuses with 503 early what could only wait. No caller uses the share of others: beyond its share its requests wait for
 * each other, and are refused when too many are open. A request releases its slot while it waits for its body, for news or
 * for a slow processor.
 */
export function limitOpenRequests(max: Partial<typeof MAX_REQUESTS> = {}) {
  const capacity = createCapacity({ ...MAX_REQUESTS, ...max });
  return createMiddleware<AppEnv>(async (c, next) => {
    let counted = capacity.enter(`network ${clientNetwork(c)}`);
    let isWorkedOn = false;
    const begin = async () => {
      await capacity.begin(counted.caller);
      isWorkedOn = true;
    };
    const releaseSlot = () => {
      if (isWorkedOn) capacity.end(counted.caller);
      isWorkedOn = false;
    };
    c.set('slot', {
      async belongTo(name, within) {
        releaseSlot();
        counted = capacity.move(counted, name, within);
        await begin();
      },
      release: releaseSlot,
      async releaseDuring(waiting) {
        releaseSlot();
        const value = await waiting;
        await begin();
        return value;
      },
    });
    try {
      await begin();
      await next();
    } finally {
      releaseSlot();
      const { outgoing } = nodeBindings(c);
      // An answer may be a stream, or be read slowly.
      if (outgoing) finished(outgoing, () => capacity.leave(counted));
      else capacity.leave(counted);
    }
  });
}

function createCapacity(max: typeof MAX_REQUESTS) {
  const { count, discount } = openCallers(max);
  let open = 0;
  let workedOn = 0;
  /** Passes the turn to the next request in line. */
  const endTurn = (caller: Caller) => {
    const next = caller.line.shift();
    if (next) next();
    else caller.workedOn -= 1;
  };
  return {
    enter(name: string): Counted {
      if (open >= max.open) throw overloaded(`${max.open} are open already`);
      const counted = count(name, { isKnown: false });
      open += 1;
      return counted;
    },
    move(from: Counted, name: string, within?: ShareParts): Counted {
      const counted = count(name, { isKnown: true, within });
      discount(from);
      return counted;
    },
    leave(counted: Counted) {
      discount(counted);
      open -= 1;
    },
    async begin(caller: Caller) {
      const share = caller.isKnown ? max.workedOnOfOne : max.workedOnOfNetwork;
      const mustWait = caller.workedOn >= share;
      if (mustWait) await new Promise<void>((resolve) => caller.line.push(resolve));
      else caller.workedOn += 1;
      if (workedOn >= max.workedOn) {
        endTurn(caller);
        throw overloaded(`${max.workedOn} are worked on already`);
      }
      workedOn += 1;
    },
    end(caller: Caller) {
      workedOn -= 1;
      endTurn(caller);
    },
  };
}

type Counting = { readonly isKnown: boolean; readonly within?: ShareParts | undefined };

function openCallers(max: typeof MAX_REQUESTS) {
  const callers = new Map<string, Caller>();
  return {
    count(name: string, { isKnown, within }: Counting): Counted {
      const caller = callers.get(name) ?? newCaller(name, isKnown);
      if (caller.open >= max.openOfOne) throw overloaded(`${max.openOfOne} of this caller are open already`);
      const parts = within ? countParts(caller.parts, { within, max }) : [];
      callers.set(name, caller);
      caller.open += 1;
      return { caller, parts };
    },
    discount({ caller, parts }: Counted) {
      for (const part of parts) addTo(caller.parts, part, -1);
      caller.open -= 1;
      if (caller.open === 0) callers.delete(caller.name);
    },
  };
}

function newCaller(name: string, isKnown: boolean): Caller {
  return { name, isKnown, open: 0, workedOn: 0, line: [], parts: new Map() };
}

type Bounds = { readonly within: ShareParts; readonly max: typeof MAX_REQUESTS };

function countParts(open: Map<string, number>, { within, max }: Bounds): readonly string[] {
  const network = `network ${within.network}`;
  const token = `token ${within.token}`;
  if ((open.get(network) ?? 0) >= max.openOfNetwork)
    throw overloaded(`${max.openOfNetwork} of this network are open already`);
  if ((open.get(token) ?? 0) >= max.openOfToken)
    throw overloaded(`${max.openOfToken} of this refresh token are open already`);
  for (const part of [network, token]) addTo(open, part, 1);
  return [network, token];
}

function addTo(counts: Map<string, number>, name: string, change: 1 | -1) {
  const count = (counts.get(name) ?? 0) + change;
  if (count === 0) counts.delete(name);
  else counts.set(name, count);
}

function overloaded(found: string) {
  return new ServiceError('overloaded', `Cannot take the request: ${found}, expected a pause`);
}
