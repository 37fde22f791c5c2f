import { setTimeout as pause } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { processOf } from './session-settings.ts';

const LOOK_MS = 1_000;

export type Unanswered = {
  /** Gives the place up once the server has done with what was sent. */
  keep(client: PoolClient): void;
  count(): number;
  /** Gives all up at once. */
  stop(): void;
};

/**
 * Connections whose answer nobody waits for any more, as of a commit that waits for an absent standby. The server works on though
 * they are closed. So each keeps its place in the pool: with a successor at once, the server would soon have no connection left.
 * `isBusy`: whether a process of the server is still at work.
 */
export function unansweredConnections(isBusy: (process: number) => Promise<boolean>): Unanswered {
  const kept = new Map<PoolClient, number>();
  let isStopped = false;
  let isLooking = false;
  const giveUp = (client: PoolClient) => {
    if (kept.delete(client)) client.release(true);
  };
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    while (kept.size > 0) {
      await pause(LOOK_MS, undefined, { ref: false });
      // Of a server that cannot be asked nothing is known.
      for (const [client, process] of kept) if (!(await isBusy(process).catch(() => true))) giveUp(client);
    }
    isLooking = false;
  };
  return {
    keep(client) {
      const process = processOf(client);
      if (process === null || isStopped) return client.release(true);
      kept.set(client, process);
      look().catch(() => {});
    },
    count: () => kept.size,
    stop() {
      isStopped = true;
      for (const client of kept.keys()) giveUp(client);
    },
  };
}
