import { ServiceError } from '../../../base/service-error.ts';
import type { Share } from '../app-env.ts';

/** Open requests that share a bound. */
export type Group = {
  readonly name: string;
  readonly max: number;
  /** Their caller, as the refusal of a request beyond the bound names it. */
  readonly owner: string;
  open: number;
  /** Requests that may be dropped, the longest waiting first. */
  readonly waiting: Set<OpenRequest>;
};

/** A sender with open requests. `isKnown`: by a key or a token; otherwise by its network. */
export type Caller = Group & {
  readonly isKnown: boolean;
  /** How many of its requests are worked on at once. */
  readonly turns: number;
  workedOn: number;
  /** Functions that begin the requests which wait for its share. */
  readonly queue: Set<() => void>;
};

/** Where an open request counts: at its caller, and at parts of that caller's share. */
export type CountedRequest = { readonly caller: Caller; readonly parts: readonly Group[] };

export type OpenRequest = {
  holder: CountedRequest;
  /** The networks that it comes from, the narrowest first. */
  readonly networks: readonly string[];
  /** Whether it no longer counts: its answer was sent, or it was dropped. */
  isOver: boolean;
  /** Ends it while it waits. */
  cut: (why: ServiceError) => void;
};

type Bounds = {
  readonly workedOnOfOne: number;
  readonly workedOnOfNetwork: number;
  readonly openOfOne: number;
  readonly openOfNetwork: number;
  readonly openOfToken: number;
};

/** The callers that have requests open, and the parts of their shares. */
export function openCallers(max: Bounds) {
  const callers = new Map<string, Caller>();
  const parts = new Map<string, Group>();
  const partOf = (caller: string, part: Omit<Group, 'open' | 'waiting'>): Group => {
    const name = `${caller}, ${part.name}`;
    return parts.get(name) ?? newGroup({ ...part, name });
  };
  return {
    unknown(network: string): CountedRequest {
      const name = `network ${network}`;
      const shares = { max: max.openOfNetwork, turns: max.workedOnOfNetwork };
      const values = { ...shares, name, isKnown: false, owner: ' of this caller' };
      return { caller: callers.get(name) ?? newCaller(values), parts: [] };
    },
    known(name: string, { within, isSmall = false }: Share = {}): CountedRequest {
      const divisor = isSmall ? 4 : 1;
      const shares = {
        max: Math.ceil(max.openOfOne / divisor),
        turns: Math.ceil(max.workedOnOfOne / divisor),
      };
      const values = { ...shares, name, isKnown: true, owner: ' of this caller' };
      const caller = callers.get(name) ?? newCaller(values);
      if (!within) return { caller, parts: [] };
      const { network, token } = within;
      const ofToken = { name: `token ${token}`, max: max.openOfToken, owner: ' of this refresh token' };
      const ofNetwork = {
        name: `network ${network}`,
        max: max.openOfNetwork,
        owner: ' of this network',
      };
      return { caller, parts: [partOf(name, ofToken), partOf(name, ofNetwork)] };
    },
    count({ caller, parts: ownParts }: CountedRequest) {
      callers.set(caller.name, caller);
      for (const part of ownParts) parts.set(part.name, part);
      for (const group of [caller, ...ownParts]) group.open += 1;
    },
    discount({ caller, parts: ownParts }: CountedRequest) {
      for (const group of [caller, ...ownParts]) group.open -= 1;
      if (caller.open === 0) callers.delete(caller.name);
      for (const part of ownParts) if (part.open === 0) parts.delete(part.name);
    },
  };
}

export function newGroup({ name, max, owner }: Omit<Group, 'open' | 'waiting'>): Group {
  return { name, max, owner, open: 0, waiting: new Set() };
}

type NewCaller = Omit<Group, 'open' | 'waiting'> & Pick<Caller, 'isKnown' | 'turns'>;

function newCaller({ isKnown, turns, ...group }: NewCaller): Caller {
  return { ...newGroup(group), isKnown, turns, workedOn: 0, queue: new Set() };
}

export function overloaded(found: string) {
  return new ServiceError('overloaded', `Cannot take the request: ${found}, expected a pause`);
}
