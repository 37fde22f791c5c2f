import { sql } from 'drizzle-orm';
import type { Database } from '../../store/database.ts';
import type { Clock, StoreClock } from './clock.ts';
import type { Log } from './log.ts';

/** A slower answer is too inaccurate and is used only if there is no other. */
const MAX_ROUND_TRIP_MS = 2_000;

/** The machine's clock, corrected by how far it is off the database's. */
export type SharedClock = Clock & {
  /** How many seconds the machine's clock is ahead of the database's. */
  aheadSeconds(): number;
  /** Asks the database for its time. */
  refresh(): Promise<void>;
};

/** Shows the time of the database, which all machines on it have in common. [72] */
export function sharedClock(db: Database, machine: Clock): SharedClock {
  let aheadMs: number | undefined;
  return {
    now: () => new Date(machine.now().getTime() - (aheadMs ?? 0)),
    aheadSeconds: () => (aheadMs ?? 0) / 1000,
    async refresh() {
      const { differenceMs, roundTripMs } = await compare(db, machine);
      if (aheadMs !== undefined && roundTripMs > MAX_ROUND_TRIP_MS) return;
      // A change within half the round trip may be delay alone, so the former difference is kept.
      const isWithinError = Math.abs(differenceMs - (aheadMs ?? 0)) <= roundTripMs / 2;
      aheadMs = isWithinError ? (aheadMs ?? 0) : differenceMs;
    },
  };
}

/** How far the machine's clock is ahead, supposing that the database read its own halfway through the round trip. */
async function compare(db: Database, machine: Clock) {
  const began = performance.now();
  const askedAt = machine.now().getTime();
  const [answer] = await db
    .select({ ms: sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8` })
    .from(sql`(select 1) as one`);
  const roundTripMs = performance.now() - began;
  if (!answer) throw new Error('Cannot read the time of the database: it returned no row');
  return { differenceMs: askedAt + roundTripMs / 2 - answer.ms, roundTripMs };
}

/** The difference from which the operator is warned. The clock counts as right again at half of it. */
const MOST_OFF_SECONDS = 2;

type WatchedClock = { readonly clock: StoreClock; readonly log: Pick<Log, 'warn' | 'info'> };

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
