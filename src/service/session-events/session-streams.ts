import { randomUUID } from 'node:crypto';

/** Somebody in this process who waits for the events of a wallet session. */
type SessionListener = {
  readonly walletSessionId: string;
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

/** Beyond it the oldest makes room: a page needs one, and another while it reconnects. */
const MOST_PER_SESSION = 4;

export function sessionStreams(): SessionStreams {
  const bySession = new Map<string, Set<SessionListener>>();
  let isStopped = false;
  const listeners = (walletSessionId?: string) =>
    walletSessionId === undefined
      ? [...bySession.values()].flatMap((some) => [...some])
      : [...(bySession.get(walletSessionId) ?? [])];
  return {
    process: randomUUID(),
    listeners,
    remove(listener) {
      const beside = bySession.get(listener.walletSessionId);
      beside?.delete(listener);
      if (beside?.size === 0) bySession.delete(listener.walletSessionId);
    },
    add(listener) {
      const beside = bySession.get(listener.walletSessionId) ?? new Set();
      bySession.set(listener.walletSessionId, beside.add(listener));
      const [oldest] = beside;
      if (oldest && beside.size > MOST_PER_SESSION) oldest.end();
      if (isStopped) listener.end();
    },
    stop() {
      isStopped = true;
      for (const listener of listeners()) listener.end();
    },
  };
}
