import type { Logger } from 'pino';
import type { StoreClock } from './clock.ts';

/** From here on an operator should set the machine's clock right. It is right again when it is off by half as much. */
const MOST_OFF_SECONDS = 2;

type WatchedClock = { readonly clock: StoreClock; readonly log: Pick<Logger, 'warn' | 'info'> };

/** Refreshes the clock, and logs once when the machine's own goes wrong, and once when it is right again. */
export function watchClock({ clock, log }: WatchedClock): () => Promise<void> {
  let isOff = false;
  return async () => {
    await clock.refresh();
    const aheadSeconds = clock.machineAheadSeconds();
    const off = Math.abs(aheadSeconds);
    if (isOff ? off > MOST_OFF_SECONDS / 2 : off <= MOST_OFF_SECONDS) return;
    isOff = !isOff;
    if (isOff) log.warn({ aheadSeconds }, "this machine's clock is not the database's, whose time counts");
    else log.info({ aheadSeconds }, "this machine's clock is the database's again");
  };
}
