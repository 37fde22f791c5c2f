import { randomUUID } from 'node:crypto';

/** Somebody in this process who waits for the events of a wallet session. */
type SessionListener = {
  readonly walletSessionId: string;
  readonly accountId: number;
  /** Where it waits. */
  readonly network: string;
  /** Its access token ends. */
  readonly until: Date;
  /** There may be something new. */
  wake(): void;
  /** Time has passed; `newest` is the session's newest event, whatever was said by waking. */
  beat(newest: number): void;
  /** Nothing more will come: its session is over, or this process ends. */
  end(): void;
};

/** The listeners of this process. */
export type SessionStreams = {
  /** Tells this process from others. */
  readonly process: string;
  add(listener: SessionListener): void;
  /** Takes it off again. */
  remove(listener: SessionListener): void;
  /** Of one session; without a name, all. */
  listeners(walletSessionId?: string): readonly SessionListener[];
  /** Ends all, and whatever is added later, at once. */
  stop(): void;
};

/**
 * Beyond it the oldest makes room, and comes again if somebody is there. A page needs one, and another while it reconnects;
 * of the requests that a network, and all wallets of an account, may have open, the rest is for those that do not wait.
 */
const MOST = { ofSession: 4, ofNetwork: 192, ofAccount: 1_536 };

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
  const makeRoom = ({ name, most }: Group) => {
    const group = groups.get(name);
    const [oldest] = group ?? [];
    if (!group || !oldest || group.size < most) return;
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

type Group = { readonly name: string; readonly most: number };

function groupsOf({ walletSessionId, accountId, network }: SessionListener): readonly Group[] {
  return [
    { name: sessionGroup(walletSessionId), most: MOST.ofSession },
    { name: `network ${network} at ${accountId}`, most: MOST.ofNetwork },
    { name: `account ${accountId}`, most: MOST.ofAccount },
  ];
}

const sessionGroup = (walletSessionId: string) => `session ${walletSessionId}`;
