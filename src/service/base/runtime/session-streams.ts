import { randomUUID } from 'node:crypto';

/** A request in this process that waits for the events of a wallet session. */
type SessionListener = {
  readonly walletSessionId: string;
  readonly accountId: number;
  /** The network that it waits from. */
  readonly network: string;
  /** When its access token ends. */
  readonly until: Date;
  /** Called when there may be a new event. */
  wake(): void;
  /** Called at intervals. `newestSeq` is the number of the session's newest event, in case a wake-up was missed. */
  beat(newestSeq: number): void;
  /** Called when no more events will come: its session has ended, or this process ends. */
  end(): void;
};

/** The listeners of this process. */
export type SessionStreams = {
  /** Distinguishes this process from others. */
  readonly process: string;
  add(listener: SessionListener): void;
  remove(listener: SessionListener): void;
  /** The listeners of one session; all listeners without an id. */
  listeners(walletSessionId?: string): readonly SessionListener[];
  /** Ends all listeners at once, and any that are added later. */
  stop(): void;
};

/**
 * When a group is full, its oldest listener is closed; its page reconnects if it is still open. A page needs one listener,
 * and another while it reconnects. The other open requests of a network or an account are reserved for requests that do
 * not wait.
 */
const MAX_LISTENERS = { ofSession: 4, ofNetwork: 192, ofAccount: 1_536 };

export function sessionStreams(): SessionStreams {
  const groups = new Map<string, Set<SessionListener>>();
  const all = new Set<SessionListener>();
  let isStopped = false;
  const remove = (listener: SessionListener) => {
    all.delete(listener);
    for (const { name } of groupsOf(listener)) {
      const group = groups.get(name);
      group?.delete(listener);
      if (group?.size === 0) groups.delete(name);
    }
  };
  const makeRoom = ({ name, max }: Group) => {
    const group = groups.get(name);
    const [oldest] = group ?? [];
    if (!group || !oldest || group.size < max) return;
    remove(oldest);
    oldest.end();
  };
  return {
    process: randomUUID(),
    remove,
    listeners: (walletSessionId) => [
      ...(walletSessionId === undefined ? all : (groups.get(sessionGroup(walletSessionId)) ?? [])),
    ],
    add(listener) {
      for (const group of groupsOf(listener)) {
        makeRoom(group);
        groups.set(group.name, (groups.get(group.name) ?? new Set()).add(listener));
      }
      all.add(listener);
      if (isStopped) listener.end();
    },
    stop() {
      isStopped = true;
      for (const listener of [...all]) listener.end();
    },
  };
}

type Group = { readonly name: string; readonly max: number };

function groupsOf({ walletSessionId, accountId, network }: SessionListener): readonly Group[] {
  return [
    { name: sessionGroup(walletSessionId), max: MAX_LISTENERS.ofSession },
    { name: `network ${network} at ${accountId}`, max: MAX_LISTENERS.ofNetwork },
    { name: `account ${accountId}`, max: MAX_LISTENERS.ofAccount },
  ];
}

const sessionGroup = (walletSessionId: string) => `session ${walletSessionId}`;
