import type { Share } from '../app-env.ts';
import { type Group, newGroup, type OpenRequest, openCallers, overloaded } from './open-callers.ts';

type Bounds = Parameters<typeof openCallers>[0] & {
  readonly open: number;
  readonly bodiesOfWider: readonly number[];
};

/**
 * What a request waits for. `body` and `answer`: for whoever sent it, who may never complete it or never read. `service`:
 * for its turn, for news, for a slow processor.
 */
type Wait = { readonly for: 'body' | 'answer' | 'service'; readonly cut: OpenRequest['cut'] };

/**
 * Counts requests from when they come until they are answered. Where a share or the service is full, the request is cut
 * that has waited longest for its sender, whoever that is: anybody gets a token, and need not ever complete what it sent.
 * What waits for the service is cut only where its caller is unknown. Rule: requests/slow-senders.
 */
export function createRoom(max: Bounds) {
  const callers = openCallers(max);
  const all = newGroup({ name: 'all', max: max.open, owner: '' });
  const late = lateBodies(max.bodiesOfWider);
  const groupsOf = ({ holder: { caller, parts } }: OpenRequest): readonly Group[] => [all, caller, ...parts];
  const endWait = (request: OpenRequest) => {
    for (const group of groupsOf(request)) group.waiting.delete(request);
    late.remove(request);
  };
  const leave = (request: OpenRequest) => {
    if (request.isOver) return;
    request.isOver = true;
    endWait(request);
    callers.discount(request.holder);
    all.open -= 1;
  };
  const cutOldest = ([oldest]: Iterable<OpenRequest>): boolean => {
    if (!oldest) return false;
    leave(oldest);
    oldest.cut(placeTaken());
    return true;
  };
  const makeRoom = (groups: readonly Group[]) => {
    for (const group of groups) {
      if (group.open < group.max || cutOldest(group.waiting)) continue;
      throw overloaded(`${group.max}${group.owner} are open already`);
    }
  };
  return {
    leave,
    stopWaiting: endWait,
    /** Until it begins again, the request may be cut. */
    wait(request: OpenRequest, { for: reason, cut }: Wait) {
      endWait(request);
      const { caller } = request.holder;
      if (request.isOver || (reason === 'service' && caller.isKnown)) return;
      request.cut = cut;
      for (const group of groupsOf(request)) group.waiting.add(request);
      if (reason === 'body') for (const network of late.add(request)) cutOldest(network);
    },
    enter(networks: readonly string[]): OpenRequest {
      const [network = 'unknown'] = networks;
      const counted = callers.unknown(network);
      makeRoom([counted.caller, all]);
      callers.count(counted);
      all.open += 1;
      return { holder: counted, networks, isOver: false, cut() {} };
    },
    /** From now on the request counts as this known caller's. */
    move(request: OpenRequest, name: string, share?: Share) {
      if (request.isOver) throw placeTaken();
      const counted = callers.known(name, share);
      makeRoom([...counted.parts, counted.caller]);
      callers.count(counted);
      endWait(request);
      callers.discount(request.holder);
      request.holder = counted;
    },
  };
}

/**
 * Requests whose bodies are still coming, by the wider networks that they come from: who is given many networks is given
 * them side by side, and must not push out whoever else is slow.
 */
function lateBodies(max: readonly number[]) {
  const networks = new Map<string, Set<OpenRequest>>();
  return {
    /** Returns the networks that have too many now. */
    add(request: OpenRequest): readonly Set<OpenRequest>[] {
      const [, ...wider] = request.networks;
      return wider.flatMap((network, index) => {
        const those = networks.get(network) ?? new Set();
        networks.set(network, those.add(request));
        return those.size > (max[index] ?? Number.POSITIVE_INFINITY) ? [those] : [];
      });
    },
    remove(request: OpenRequest) {
      const [, ...wider] = request.networks;
      for (const network of wider) {
        const those = networks.get(network);
        those?.delete(request);
        if (those?.size === 0) networks.delete(network);
      }
    },
  };
}

export function placeTaken() {
  return overloaded('newer ones have taken its place');
}
