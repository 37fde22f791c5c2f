import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  notExists,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Account } from '../accounts/find-account.ts';
import type { ServiceContext } from '../context.ts';
import { accounts } from '../db/tables/accounts.ts';
import { type CallbackRow, callbackPauses, callbacks } from '../db/tables/callbacks.ts';

/** Longer than any attempt: after it the sender is taken for dead. */
const SENDING_LEASE_MS = 20_000;
/** Chosen: service.md C12. */
const PER_RECEIVER = 4;
const IN_ALL = 50;

/** `account`: signs it. */
export type ClaimedCallback = { readonly callback: CallbackRow; readonly account: Account };

/** Whether a claim may find something: one row of an index, read without a transaction. */
export async function isAnyDue({ db, clock }: ServiceContext): Promise<boolean> {
  const found = await db.select({ id: callbacks.id }).from(callbacks).where(isDue(clock.now())).limit(1);
  return found.length > 0;
}

/** Takes what is due and has a free place; each row is taken by one process only. */
export async function claimCallbacks(
  context: ServiceContext,
  inFlight: ReadonlyMap<string, CallbackRow>,
): Promise<ClaimedCallback[]> {
  if (inFlight.size >= IN_ALL) return [];
  // One turn at the store, where a busy one has many in line.
  return context.db.transaction((db) => claim({ ...context, db }, { inFlight, now: context.clock.now() }));
}

async function claim(context: ServiceContext, { inFlight, now }: Moment): Promise<ClaimedCallback[]> {
  const { db } = context;
  const ids = freePlaces(await candidates(context, { inFlight, now }), inFlight);
  if (ids.length === 0) return [];
  const free = db
    .select({ id: callbacks.id })
    .from(callbacks)
    .where(and(inArray(callbacks.id, ids), isDue(now)))
    .for('update', { skipLocked: true });
  const claimed = await db
    .update(callbacks)
    .set({ status: 'sending', dueAt: new Date(now.getTime() + SENDING_LEASE_MS) })
    .from(accounts)
    .where(and(inArray(callbacks.id, free), eq(accounts.id, callbacks.accountId)))
    .returning();
  return claimed.map(({ accounts: account, ...callback }) => ({ callback, account }));
}

type Candidate = Pick<CallbackRow, 'id' | 'receiver'>;
type Moment = { readonly inFlight: ReadonlyMap<string, CallbackRow>; readonly now: Date };

/** The oldest of every receiver, so that none fills the list. */
function candidates({ db, inProgress }: ServiceContext, { inFlight, now }: Moment): Promise<Candidate[]> {
  const { receiver, dueAt, place, answerTo, id } = callbacks;
  const rank = sql<number>`row_number() over (partition by ${receiver} order by ${dueAt}, ${place})`;
  const due = db
    .select({ id, receiver, dueAt, place, rank: rank.as('rank') })
    .from(callbacks)
    .where(
      and(
        isDue(now),
        notInArray(id, [...inFlight.keys()]),
        or(isNull(answerTo), notInArray(answerTo, [...inProgress.answers.keys()])),
        notInArray(receiver, busyReceivers(inFlight)),
        notExists(pauseOf({ db }, now)),
        or(isNotNull(callbacks.firstTriedAt), notExists(earlierUntried({ db }))),
      ),
    )
    .as('due');
  return db
    .select({ id: due.id, receiver: due.receiver })
    .from(due)
    .where(lte(due.rank, PER_RECEIVER))
    .orderBy(asc(due.dueAt), asc(due.place))
    .limit(IN_ALL);
}

function isDue(now: Date) {
  return and(inArray(callbacks.status, ['waiting', 'sending']), lte(callbacks.dueAt, now));
}

function pauseOf({ db }: Pick<ServiceContext, 'db'>, now: Date) {
  const { accountId, receiver, until } = callbackPauses;
  return db
    .select({ receiver })
    .from(callbackPauses)
    .where(and(eq(accountId, callbacks.accountId), eq(receiver, callbacks.receiver), gt(until, now)));
}

/** Per payment a first attempt waits for the first attempt before it to end. */
function earlierUntried({ db }: Pick<ServiceContext, 'db'>) {
  const earlier = alias(callbacks, 'earlier');
  return db
    .select({ id: earlier.id })
    .from(earlier)
    .where(
      and(
        eq(earlier.paymentId, callbacks.paymentId),
        lt(earlier.place, callbacks.place),
        isNull(earlier.firstTriedAt),
        inArray(earlier.status, ['waiting', 'sending']),
      ),
    );
}

function freePlaces(found: readonly Candidate[], inFlight: ReadonlyMap<string, CallbackRow>): string[] {
  const taken = takenPlaces(inFlight);
  const ids: string[] = [];
  for (const { id, receiver } of found) {
    const places = taken.get(receiver) ?? 0;
    if (places >= PER_RECEIVER || inFlight.size + ids.length >= IN_ALL) continue;
    taken.set(receiver, places + 1);
    ids.push(id);
  }
  return ids;
}

function busyReceivers(inFlight: ReadonlyMap<string, CallbackRow>): string[] {
  return [...takenPlaces(inFlight)].filter(([, places]) => places >= PER_RECEIVER).map(([name]) => name);
}

function takenPlaces(inFlight: ReadonlyMap<string, CallbackRow>): Map<string, number> {
  const taken = new Map<string, number>();
  for (const { receiver } of inFlight.values()) taken.set(receiver, (taken.get(receiver) ?? 0) + 1);
  return taken;
}
