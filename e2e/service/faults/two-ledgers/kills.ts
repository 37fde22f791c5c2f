import { setTimeout as delay } from 'node:timers/promises';
import type { Program } from '../../../support/stack/stack.ts';

type Killing = {
  readonly victims: readonly Program[];
  readonly kills: number;
  /** How much of the load is done, from 0 to 1. */
  progress(): number;
  /** Of a load that has failed. */
  readonly signal: AbortSignal;
};

/** On a busy machine a start takes longer than the load needs for the next kill: then both sides would never meet. */
const BETWEEN_MS = 4_000;

/** Kills one after the other (`kill -9`), spread over the load, and starts each again. Returns how often. */
export async function killInTurn({ victims, kills, progress, signal }: Killing): Promise<number> {
  let killed = 0;
  while (killed < kills) {
    while (!signal.aborted && progress() < (killed + 0.5) / kills) await delay(20);
    if (signal.aborted) break;
    const victim = victims[killed % victims.length];
    await victim?.stop('SIGKILL');
    await victim?.start();
    killed += 1;
    await delay(BETWEEN_MS);
  }
  return killed;
}
