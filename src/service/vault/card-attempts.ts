import { and, desc, eq, gt, lte, sql } from 'drizzle-orm';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import { inBatches } from '../../store/in-batches.ts';
import type { LimitStanding } from '../base/limit-standing.ts';
import { networkOf } from '../base/limits/network-of.ts';
import {
  addToCounts,
  type Counts,
  findUsedUp,
  networkCounters,
  quotaOf,
  readCounts,
  type Counter as StoredCounter,
} from '../base/limits/stored-counts.ts';
import type { Core } from '../base/runtime/core.ts';
import { ServiceError } from '../base/service-error.ts';
import { cardAttempts } from '../tables/cards.ts';

const HOUR_MS = RATE_LIMITS['address-cards'].seconds * 1000;
/** Refusals that help a guesser. */
const REFUSALS: ReadonlySet<string> = new Set([
  'card_declined',
  'test_card_required',
  'card_brand_not_accepted',
]);

type Attempt = {
  readonly accountId: number;
  readonly walletSessionId: string;
  readonly address: string;
  readonly number: string;
};

/** Limits that count only refusals. Single addresses are not among them: `cardAttempts` counts those. */
const REFUSAL_LIMITS: ReadonlySet<string> = new Set([
  'network-refusals',
  'site-refusals',
  'account-refusals',
]);

/** What an attempt counts against: always a limit of refusals; for an address also a limit of all attempts. */
type Counter = {
  readonly key: Uint8Array;
  readonly cards?: 'address-cards';
  readonly refusals: 'address-refusals' | 'session-refusals';
  /** Whether an accepted card counts as a refusal, too. */
  readonly countsEveryTry: boolean;
};

/** How a card entry ended. A refusal is a result, so that the transaction commits its count and the taken envelope. */
export type CardEntryOutcome<Result> = { readonly result: Result } | { readonly refusal: ServiceError };

/** Raises the refusal, once both are committed. */
export function requireEntered<Result>(outcome: CardEntryOutcome<Result>): Result {
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.result;
}

/**
 * Runs `enter` as a card entry. Entries of one address, session or number take turns, so that no burst gets past a count;
 * networks and the account are counted last, which locks them for the commit alone. A refusal is committed with what `enter`
 * wrote before it, the taken envelope, so `enter` writes nothing else before it refuses.
 */
export async function countCardEntry<Result>(
  core: Core,
  attempt: Attempt,
  enter: () => Promise<Result>,
): Promise<CardEntryOutcome<Result>> {
  const { db, clock, limits } = core;
  const tryEntry = () => enter().then((result) => ({ result }), refusalOfCard);
  if (limits === 'off') return tryEntry();
  const counters = countersOf(core, attempt);
  const { accountId, address } = attempt;
  // Locks are taken in one order, so that no two entries wait for each other.
  for (const lock of counters.map(lockOf).sort()) {
    await db.execute(sql`select pg_advisory_xact_lock(${lock}::bigint)`);
  }
  const counts = await readCounts(core, { accountId, counters: networkCountersOf(address) });
  for (const counter of counters) await refuseTooMany(core, counter, counts);
  refuse(findUsedUp(counts));
  const outcome = await tryEntry();
  const isRefused = 'refusal' in outcome;
  const at = clock.now();
  await db.insert(cardAttempts).values(
    counters.map(({ key, countsEveryTry }) => ({
      counterKey: key,
      isRefused: isRefused || countsEveryTry,
      at,
    })),
  );
  refuse(await addToCounts(core, counts, (limit) => isRefused || !REFUSAL_LIMITS.has(limit)));
  return outcome;
}

/**
 * Attempts at a number count per account, whether the card was stored or refused. Test numbers are not counted, because
 * everybody uses them. All who enter another number share its count, so a guesser may find fewer attempts left.
 */
function countersOf({ masterKey, dependencies: { processor } }: Core, attempt: Attempt): Counter[] {
  const { accountId, address, walletSessionId, number } = attempt;
  const keyOf = (kind: 'address' | 'session' | 'card', value: string) =>
    masterKey.digest('card-attempts', JSON.stringify([accountId, kind, value]));
  const ofAddress: Counter = {
    key: keyOf('address', networkOf(address)),
    cards: 'address-cards',
    refusals: 'address-refusals',
    countsEveryTry: false,
  };
  const ofSession: Counter = {
    key: keyOf('session', walletSessionId),
    refusals: 'session-refusals',
    countsEveryTry: false,
  };
  const ofNumber: Counter = {
    key: keyOf('card', number),
    refusals: 'session-refusals',
    countsEveryTry: true,
  };
  const isEverybodys = processor.isTestNumber(number);
  return isEverybodys ? [ofAddress, ofSession] : [ofAddress, ofSession, ofNumber];
}

function networkCountersOf(address: string): StoredCounter[] {
  return [
    ...networkCounters(address, { network: 'network-cards', site: 'site-cards' }),
    ...networkCounters(address, { network: 'network-refusals', site: 'site-refusals' }),
    { limit: 'account-refusals', subject: 'all' },
  ];
}

/** Deletes attempts that no longer count. */
export async function pruneCardAttempts({ db, clock }: Core): Promise<void> {
  // A refusal counts for an hour, and for the further hour that a fifth refusal adds.
  const before = new Date(clock.now().getTime() - 2 * HOUR_MS);
  await inBatches(db, {
    table: cardAttempts,
    isDue: lte(cardAttempts.at, before),
    take: (batch) => db.delete(cardAttempts).where(batch).returning({ id: cardAttempts.id }),
  });
}

/** Catches only a refusal about the card; any other error rolls the transaction back. */
function refusalOfCard(error: unknown) {
  if (error instanceof ServiceError && REFUSALS.has(error.code)) return { refusal: error };
  throw error;
}

async function refuseTooMany(core: Core, { key, cards, refusals }: Counter, counts: Counts) {
  const now = counts.at;
  const quota = quotaOf(counts, refusals);
  const latestRefusals = await latestAttempts(core, {
    key,
    limit: refusals,
    quota,
    since: now - 2 * HOUR_MS,
  });
  const [last, first] = [latestRefusals.at(0), latestRefusals.at(quota - 1)];
  if (last !== undefined && first !== undefined && last - first < HOUR_MS && now < last + HOUR_MS) {
    refuse({ name: refusals, quota, left: 0, resetSeconds: secondsTo(last + HOUR_MS, now) });
  }
  if (cards === undefined) return;
  const most = quotaOf(counts, cards);
  const entries = await latestAttempts(core, { key, limit: cards, quota: most, since: now - HOUR_MS });
  const oldest = entries.at(most - 1);
  if (oldest === undefined) return;
  refuse({ name: cards, quota: most, left: 0, resetSeconds: secondsTo(oldest + HOUR_MS, now) });
}

type AttemptQuery = {
  readonly key: Uint8Array;
  readonly limit: NonNullable<Counter['cards']> | Counter['refusals'];
  readonly quota: number;
  readonly since: number;
};

/** The times of the latest attempts, newest first, as many as the limit takes. */
async function latestAttempts({ db }: Core, { key, limit, quota, since }: AttemptQuery): Promise<number[]> {
  const isCounted = limit === 'address-cards' ? undefined : eq(cardAttempts.isRefused, true);
  const rows = await db
    .select({ at: cardAttempts.at })
    .from(cardAttempts)
    .where(and(eq(cardAttempts.counterKey, key), gt(cardAttempts.at, new Date(since)), isCounted))
    .orderBy(desc(cardAttempts.at))
    .limit(quota);
  return rows.map(({ at }) => at.getTime());
}

function refuse(limit: LimitStanding | undefined) {
  if (!limit) return;
  const { seconds, counts } = RATE_LIMITS[limit.name];
  throw new ServiceError(
    'card_attempts_exceeded',
    `Cannot add the card: found ${limit.quota} ${counts} within ${seconds} s, expected a pause`,
    { limit },
  );
}

const secondsTo = (then: number, now: number) => Math.ceil((then - now) / 1000);

const lockOf = ({ key }: Counter) => Buffer.from(key).readBigInt64BE().toString();
