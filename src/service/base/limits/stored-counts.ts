import { and, gt, inArray, lte, sql } from 'drizzle-orm';
import {
  ACCOUNT_BRAKES,
  type AccountBrake,
  RATE_LIMITS,
  type RateLimitName,
} from '../../../contract/rate-limits.ts';
import { inBatches } from '../../../store/in-batches.ts';
import { storedCounts } from '../../tables/stored-counts.ts';
import type { KeyedDatabase } from '../keys/master-key.ts';
import type { LimitStanding } from '../limit-standing.ts';
import { networksOf } from './network-of.ts';

const HOUR_MS = 3_600_000;
/** A part counts as a whole until its last moment is an hour ago, so no hour has more than the quota. */
const PART_MS = 600_000;
const KEPT_MS = HOUR_MS + PART_MS;

/** What is counted over an hour, against which limit, and for which caller. */
export type Counter = { readonly limit: RateLimitName | AccountBrake; readonly subject: string };

type Part = { readonly since: number; readonly count: number };
/** `parts`: what was counted, oldest first. */
type Tally = Counter & { readonly key: Uint8Array; readonly parts: readonly Part[] };

/** Counters as they stood at one moment. */
export type Counts = { readonly at: number; readonly tallies: readonly Tally[] };

const WIDTHS = ['address', 'network', 'site'] as const;
type LimitsByWidth = { readonly [Width in (typeof WIDTHS)[number]]?: RateLimitName };

/** Counters of an address and of the networks around it, narrowest first. */
export function networkCounters(address: string, limits: LimitsByWidth): Counter[] {
  const networks = networksOf(address);
  return WIDTHS.flatMap((width, index) => {
    const [limit, subject] = [limits[width], networks[index]];
    return limit === undefined || subject === undefined ? [] : [{ limit, subject }];
  });
}

type CountQuery = {
  readonly accountId: number;
  /** In the order in which they are locked: what few share before what many do. */
  readonly counters: readonly Counter[];
};

/** Reads counters that hold for all processes of the store, and for their successors. */
export async function readCounts(
  { db, clock, masterKey }: KeyedDatabase,
  { accountId, counters }: CountQuery,
): Promise<Counts> {
  const at = clock.now().getTime();
  const keyedCounters = counters.map((counter) => {
    const { limit, subject } = counter;
    const key = masterKey.digest('stored-counts', JSON.stringify([accountId, limit, subject]));
    return { ...counter, key };
  });
  const keys = keyedCounters.map(({ key }) => key);
  const rows = await db
    .select()
    .from(storedCounts)
    .where(and(inArray(storedCounts.counterKey, keys), gt(storedCounts.since, new Date(at - KEPT_MS))))
    .orderBy(storedCounts.since);
  const tallies = keyedCounters.map((counter) => {
    const ownRows = rows.filter(({ counterKey }) => isSame(counterKey, counter.key));
    return { ...counter, parts: ownRows.map(({ since, count }) => ({ since: since.getTime(), count })) };
  });
  return { at, tallies };
}

/** The quota that holds now. Rule: requests/account-brakes. */
export function quotaOf({ tallies }: Counts, limit: RateLimitName): number {
  const { quota, braked } = RATE_LIMITS[limit];
  const isBraked = tallies.some((tally) => tally.limit === braked?.by && isBeyondBrake(tally));
  return isBraked && braked ? braked.quota : quota;
}

/** The first limit that takes nothing more. */
export function findUsedUp(counts: Counts): LimitStanding | undefined {
  return findBeyond(counts, counts.tallies, 1);
}

/**
 * Adds one to each counter that `isCounted` takes. Call it last: the rows stay locked until the commit. Resolves to a limit
 * that others have used up meanwhile; the caller must then roll back.
 */
export async function addToCounts(
  { db }: Pick<KeyedDatabase, 'db'>,
  counts: Counts,
  isCounted: (limit: Counter['limit']) => boolean = () => true,
): Promise<LimitStanding | undefined> {
  const since = new Date(counts.at - (counts.at % PART_MS));
  const countedTallies = counts.tallies.filter(({ limit }) => isCounted(limit));
  if (countedTallies.length === 0) return;
  const rows = await db
    .insert(storedCounts)
    .values(countedTallies.map(({ key }) => ({ counterKey: key, since, count: 1 })))
    .onConflictDoUpdate({
      target: [storedCounts.counterKey, storedCounts.since],
      set: { count: sql`${storedCounts.count} + 1` },
    })
    .returning();
  const tallies = countedTallies.map((tally) => {
    const { count = 0 } = rows.find(({ counterKey }) => isSame(counterKey, tally.key)) ?? {};
    const earlier = tally.parts.filter((part) => part.since !== since.getTime());
    return { ...tally, parts: [...earlier, { since: since.getTime(), count }] };
  });
  return findBeyond(counts, tallies, 0);
}

/** Deletes what no longer counts. */
export async function pruneCounts({ db, clock }: KeyedDatabase): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  await inBatches(db, {
    table: storedCounts,
    isDue: lte(storedCounts.since, before),
    take: (batch) => db.delete(storedCounts).where(batch).returning({ since: storedCounts.since }),
  });
}

/** The first of `tallies` whose count plus `increase` exceeds its quota. `counts` says which quota holds. */
function findBeyond(counts: Counts, tallies: readonly Tally[], increase: number): LimitStanding | undefined {
  for (const { limit, parts } of tallies) {
    if (isBrake(limit)) continue;
    const quota = quotaOf(counts, limit);
    if (sumOf(parts) + increase <= quota) continue;
    const resetSeconds = Math.ceil((whenBelow(quota, parts) - counts.at) / 1000);
    return { name: limit, quota, left: 0, resetSeconds };
  }
  return undefined;
}

/** When enough of the oldest parts will have ended that fewer than `quota` count. */
function whenBelow(quota: number, parts: readonly Part[]): number {
  const endIndex = parts.findIndex((_, index) => sumOf(parts.slice(index + 1)) < quota);
  const { since } = parts[endIndex] ?? { since: 0 };
  return since + KEPT_MS;
}

const isBeyondBrake = ({ limit, parts }: Tally) =>
  isBrake(limit) && sumOf(parts) >= ACCOUNT_BRAKES[limit].quota;

const isBrake = (limit: Counter['limit']): limit is AccountBrake => limit in ACCOUNT_BRAKES;

const sumOf = (parts: readonly Part[]) => parts.reduce((sum, { count }) => sum + count, 0);

const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.from(one).equals(other);
