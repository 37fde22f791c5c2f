import { ServiceError } from '../../base/service-error.ts';
import type { Share, ShareParts } from '../app-env.ts';

/** Who has requests open. `isKnown`: by a key or a token, otherwise by its network. */
export type Caller = {
  readonly name: string;
  readonly isKnown: boolean;
  readonly isSmall: boolean;
  open: number;
  workedOn: number;
  /** Requests that wait for its share, each as what begins it. */
  readonly line: Set<() => void>;
  /** Requests that may be cut, first the one that waits longest. Empty where the caller is known. */
  readonly waiting: Set<OpenRequest>;
  /** Open requests by the part of the share that they use. */
  readonly parts: Map<string, number>;
};

/** What an open request is counted as. */
type Counted = { readonly caller: Caller; readonly parts: readonly string[] };

export type OpenRequest = {
  counted: Counted;
  /** It is counted no more: its answer is sent, or it was cut. */
  isOver: boolean;
  /** Ends it while it waits. */
  cut: (why: ServiceError) => void;
};

type Bounds = {
  readonly openOfOne: number;
  readonly openOfNetwork: number;
  readonly openOfToken: number;
};

type Counting = Share & { readonly isKnown: boolean };

/** Counts the open requests of each caller, and refuses what is beyond its share. */
export function openCallers(max: Bounds) {
  const callers = new Map<string, Caller>();
  return {
    find: (name: string) => callers.get(name),
    count(name: string, { isKnown, isSmall = false, within }: Counting): Counted {
      const caller = callers.get(name) ?? newCaller(name, { isKnown, isSmall });
      const share = isKnown ? partOf(max.openOfOne, caller) : max.openOfNetwork;
      if (caller.open >= share) throw overloaded(`${share} of this caller are open already`);
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

/** What a caller has of a whole share. */
export function partOf(share: number, { isSmall }: Pick<Caller, 'isSmall'>): number {
  return isSmall ? Math.ceil(share / 4) : share;
}

function newCaller(name: string, { isKnown, isSmall }: Pick<Caller, 'isKnown' | 'isSmall'>): Caller {
  return {
    name,
    isKnown,
    isSmall,
    open: 0,
    workedOn: 0,
    line: new Set(),
    waiting: new Set(),
    parts: new Map(),
  };
}

type Parts = { readonly within: ShareParts; readonly max: Bounds };

function countParts(open: Map<string, number>, { within, max }: Parts): readonly string[] {
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

export function overloaded(found: string) {
  return new ServiceError('overloaded', `Cannot take the request: ${found}, expected a pause`);
}
