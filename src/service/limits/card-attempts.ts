import { and, desc, eq, gt, lte, sql } from 'drizzle-orm';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import type { ServiceContext } from '../context.ts';
import { inBatches } from '../db/in-batches.ts';
import { cardAttempts } from '../db/tables/card-attempts.ts';
import { ServiceError } from '../service-error.ts';
import type { LimitStanding } from './limits.ts';
import { networkOf } from './network-of.ts';

const HOUR_MS = RATE_LIMITS['address-cards'].seconds * 1000;
/** What tells a guesser something about a card. */
const REFUSALS: ReadonlySet<string> = new Set([
  'card_declined',
  'test_card_required',
  'card_brand_not_accepted',
]);

/**
 * Runs `enter` as a card entry from `address`, inside a transaction. Those of one address take turns, so that no burst
 * gets past the count. A refused card counts too, so `enter` must refuse before it writes.
 */
export async function countCardEntry<Result>(
  context: ServiceContext,
  address: string,
  enter: (inside: ServiceContext) => Promise<Result>,
): Promise<Result> {
  if (context.limits === 'off') return context.db.transaction((db) => enter({ ...context, db }));
  const place = context.masterKey.digest('card-attempts', networkOf(address));
  const outcome = await context.db.transaction(async (db) => {
    const inside = { ...context, db };
    await db.execute(sql`select pg_advisory_xact_lock(${lockOf(place)}::bigint)`);
    await refuseTooMany(inside, place);
    const entered = await enter(inside).then((result) => ({ result }), refusedCard);
    const isRefused = 'refusal' in entered;
    await db.insert(cardAttempts).values({ place, isRefused, at: context.clock.now() });
    return entered;
  });
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.result;
}

/** Deletes the attempts that count no more. */
export async function pruneCardAttempts({ db, clock }: ServiceContext): Promise<void> {
  // A refusal counts for an hour, and for the hour that the fifth adds.
  const before = new Date(clock.now().getTime() - 2 * HOUR_MS);
  await inBatches(db, {
    table: cardAttempts,
    isDue: lte(cardAttempts.at, before),
    take: (batch) => db.delete(cardAttempts).where(batch).returning({ id: cardAttempts.id }),
  });
}

/** Only what says something about the card; anything else goes on, and undoes the transaction. */
function refusedCard(error: unknown) {
  if (error instanceof ServiceError && REFUSALS.has(error.code)) return { refusal: error };
  throw error;
}

async function refuseTooMany(inside: ServiceContext, place: Uint8Array) {
  const now = inside.clock.now().getTime();
  const latestRefusals = await latest(inside, {
    ...{ place, limit: 'address-refusals' as const, since: now - 2 * HOUR_MS },
  });
  const [fifth, first] = [latestRefusals.at(0), latestRefusals.at(RATE_LIMITS['address-refusals'].quota - 1)];
  if (fifth !== undefined && first !== undefined && fifth - first < HOUR_MS && now < fifth + HOUR_MS) {
    throw tooMany({ name: 'address-refusals', left: 0, resetSeconds: secondsTo(fifth + HOUR_MS, now) });
  }
  const entries = await latest(inside, { place, limit: 'address-cards', since: now - HOUR_MS });
  const oldest = entries.at(RATE_LIMITS['address-cards'].quota - 1);
  if (oldest === undefined) return;
  throw tooMany({ name: 'address-cards', left: 0, resetSeconds: secondsTo(oldest + HOUR_MS, now) });
}

type Looking = {
  readonly place: Uint8Array;
  readonly limit: 'address-cards' | 'address-refusals';
  readonly since: number;
};

/** When the latest attempts were, newest first, as many as the limit takes. */
async function latest({ db }: ServiceContext, { place, limit, since }: Looking): Promise<number[]> {
  const isCounted = limit === 'address-refusals' ? eq(cardAttempts.isRefused, true) : undefined;
  const rows = await db
    .select({ at: cardAttempts.at })
    .from(cardAttempts)
    .where(and(eq(cardAttempts.place, place), gt(cardAttempts.at, new Date(since)), isCounted))
    .orderBy(desc(cardAttempts.at))
    .limit(RATE_LIMITS[limit].quota);
  return rows.map(({ at }) => at.getTime());
}

function tooMany(limit: LimitStanding) {
  const { quota, seconds, counts } = RATE_LIMITS[limit.name];
  return new ServiceError(
    'card_attempts_exceeded',
    `Cannot add the card: found ${quota} ${counts} within ${seconds} s, expected a pause`,
    { limit },
  );
}

const secondsTo = (then: number, now: number) => Math.ceil((then - now) / 1000);

const lockOf = (place: Uint8Array) => Buffer.from(place).readBigInt64BE().toString();
