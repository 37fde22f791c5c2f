import type { Share } from '../app-env.ts';
import { type Group, newGroup, type OpenRequest, openCallers, overloaded } from './open-callers.ts';

type Bounds = Parameters<typeof openCallers>[0] & {
  readonly open: number;
  readonly bodiesOfWider: readonly number[];
};

/**
 * What a request waits for. `body` and `answer`: for its client, which may never complete it or never read. `service`:
 * for its turn, for an event, for a slow processor.
 */
type Wait = { readonly for: 'body' | 'answer' | 'service'; readonly cut: OpenRequest['cut'] };

/**
 * Counts requests until they are answered. Where a share or the service is full, it drops the request that has waited
 * longest for its client, of any caller: every client can get a token and leave a request incomplete. A request that
 * waits for the service is dropped only if its caller is unknown. Rule: requests/slow-senders.
 */
export function createAdmission(max: Bounds) {
  const callers = openCallers(max);
  const all = newGroup({ name: 'all', max: max.open, owner: '' });
  const incompleteRequests = incompleteByNetwork(max.bodiesOfWider);
  const groupsOf = ({ holder: { caller, parts } }: OpenRequest): readonly Group[] => [all, caller, ...parts];
  const endWait = (request: OpenRequest) => {
    for (const group of groupsOf(request)) group.waiting.delete(request);
    incompleteRequests.remove(request);
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
  const admitTo = (groups: readonly Group[]) => {
    for (const group of groups) {
      if (group.open < group.max || cutOldest(group.waiting)) continue;
      throw overloaded(`${group.max}${group.owner} are open already`);
    }
  };
  return {
    leave,
    stopWaiting: endWait,
    /** The request may be dropped until it begins again. */
    wait(request: OpenRequest, { for: reason, cut }: Wait) {
      endWait(request);
      const { caller } = request.holder;
      if (request.isOver || (reason === 'service' && caller.isKnown)) return;
      request.cut = cut;
      for (const group of groupsOf(request)) group.waiting.add(request);
      if (reason === 'body') for (const network of incompleteRequests.add(request)) cutOldest(network);
    },
    enter(networks: readonly string[]): OpenRequest {
      const [network = 'unknown'] = networks;
      const holder = callers.unknown(network);
      admitTo([holder.caller, all]);
      callers.count(holder);
      all.open += 1;
      return { holder, networks, isOver: false, cut() {} };
    },
    /** Counts the request as this known caller's from now on. */
    move(request: OpenRequest, name: string, share?: Share) {
      if (request.isOver) throw placeTaken();
      const holder = callers.known(name, share);
      admitTo([...holder.parts, holder.caller]);
      callers.count(holder);
      endWait(request);
      callers.discount(request.holder);
      request.holder = holder;
    },
  };
}

/**
 * Requests with incomplete bodies, by the wider networks that they come from. A client with many networks has
 * neighbouring ones, and must not displace other slow clients.
 */
function incompleteByNetwork(max: readonly number[]) {
  const networks = new Map<string, Set<OpenRequest>>();
  return {
    /** Returns the networks that have too many now. */
    add(request: OpenRequest): readonly Set<OpenRequest>[] {
      const [, ...wider] = request.networks;
      return wider.flatMap((network, index) => {
        const requests = networks.get(network) ?? new Set();
        networks.set(network, requests.add(request));
        return requests.size > (max[index] ?? Number.POSITIVE_INFINITY) ? [requests] : [];
      });
    },
    remove(request: OpenRequest) {
      const [, ...wider] = request.networks;
      for (const network of wider) {
        const requests = networks.get(network);
        requests?.delete(request);
        if (requests?.size === 0) networks.delete(network);
      }
    },
  };
}

export function placeTaken() {
  return overloaded('newer ones have taken its place');
}
