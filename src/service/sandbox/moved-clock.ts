import { sql } from 'drizzle-orm';
import type { Database, TransactionalDatabase } from '../../store/database.ts';
import { type Clock, type StoreClock, systemClock } from '../base/clock.ts';
import { ServiceError } from '../base/service-error.ts';
import { sharedClock } from '../base/shared-clock.ts';
import { movedClock } from '../tables/moved-clock.ts';

/** Ten years: cards and dates stay plausible. */
export const MAX_ADVANCE_SECONDS = 10 * 366 * 86_400;

type StoreClockOptions = {
  /** The machine's own clock. */
  readonly machine?: Clock;
  /** Whether processes of other machines use the store, so that its database's time is everybody's. Default: no. */
  readonly isShared?: boolean;
};

export async function openStoreClock(
  db: TransactionalDatabase,
  { machine = systemClock, isShared = false }: StoreClockOptions = {},
): Promise<StoreClock> {
  const real = isShared
    ? sharedClock(db, machine)
    : { ...machine, aheadSeconds: () => 0, async refresh() {} };
  let offsetMs = 0;
  const refresh = async () => {
    await real.refresh();
    const [row] = await db.select().from(movedClock);
    offsetMs = (row?.offsetSeconds ?? 0) * 1000;
  };
  await refresh();
  return {
    real,
    machineAheadSeconds: real.aheadSeconds,
    advancedSeconds: () => offsetMs / 1000,
    now: () => new Date(real.now().getTime() + offsetMs),
    refresh,
    async advance(seconds, also = async () => {}) {
      await db.transaction(async (tx) => {
        await addOffset(tx, seconds);
        await also(tx);
      });
      await refresh();
    },
  };
}

async function addOffset(db: Database, seconds: number) {
  const sum = sql<number>`${movedClock.offsetSeconds} + ${seconds}`;
  const isAllowed = Number.isSafeInteger(seconds) && seconds >= 0 && seconds <= MAX_ADVANCE_SECONDS;
  const rows = isAllowed
    ? await db
        .insert(movedClock)
        .values({ offsetSeconds: seconds })
        .onConflictDoUpdate({
          target: movedClock.id,
          set: { offsetSeconds: sum },
          setWhere: sql`${sum} <= ${MAX_ADVANCE_SECONDS}`,
        })
        .returning()
    : [];
  if (rows.length > 0) return;
  throw new ServiceError(
    'parameter_invalid',
    `Cannot advance the clock: expected 0 to ${MAX_ADVANCE_SECONDS} seconds in all since the last reset`,
    { param: 'advance_seconds' },
  );
}
