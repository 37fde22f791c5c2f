import { and, asc, eq, gt, isNotNull, isNull, lt, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { ServiceContext } from '../context.ts';
import { isNoneOf } from '../db/any-of.ts';
import { type CallbackRow, callbackPauses, callbacks } from '../db/tables/callbacks.ts';

/** What this process is sending, by id. */
export type InFlight = ReadonlyMap<string, CallbackRow>;
type Moment = { readonly inFlight: InFlight; readonly now: Date };
type Db = Pick<ServiceContext, 'db'>;

/** Chosen: service.md C12. */
const PER_RECEIVER = 4;
export const IN_ALL = 50;

/** Each account and receiver with a callback to send, now or later: a step in the index for each, however many wait. */
const RECEIVERS = sql`(
  with recursive receivers as (
    (select account_id, receiver from callbacks where status in ('waiting', 'sending')
      order by account_id, receiver limit 1)
    union all
    select next.account_id, next.receiver from receivers, lateral (
      select account_id, receiver from callbacks
      where status in ('waiting', 'sending')
        and (account_id, receiver) > (receivers.account_id, receivers.receiver)
      order by account_id, receiver limit 1
    ) as next
  )
  select * from receivers
) as receivers`;
const ofReceiver = ({ accountId, receiver }: { accountId: PgColumn; receiver: PgColumn }) =>
  and(sql`${accountId} = receivers.account_id`, sql`${receiver} = receivers.receiver`);

export function isDue(now: Date): SQL | undefined {
  return and(isOpen(callbacks.status), lte(callbacks.dueAt, now));
}

/** What is due and has a free place, oldest first. What waits behind it, or for its receiver, is not read. */
export async function findClaimable(context: ServiceContext, { inFlight, now }: Moment): Promise<string[]> {
  const due = dueOfReceiver(context, { inFlight, now });
  const found = await context.db
    .select({ id: due.id, receiver: due.receiver })
    .from(RECEIVERS)
    .crossJoinLateral(due)
    .where(and(isNoneOf(sql`receivers.receiver`, busyReceivers(inFlight)), notExists(pause(context, now))))
    .orderBy(asc(due.dueAt), asc(due.place))
    .limit(IN_ALL);
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

/** The oldest, so that no receiver fills the list. */
function dueOfReceiver({ db, inProgress }: ServiceContext, { inFlight, now }: Moment) {
  const { id, receiver, dueAt, place, answerTo, firstTriedAt } = callbacks;
  return db
    .select({ id, receiver, dueAt, place })
    .from(callbacks)
    .where(
      and(
        ofReceiver(callbacks),
        isDue(now),
        isNoneOf(id, inFlight.keys()),
        or(isNull(answerTo), isNoneOf(sql`${answerTo}::text`, inProgress.answers.keys())),
        or(isNotNull(firstTriedAt), notExists(earlierUntried({ db }))),
      ),
    )
    .orderBy(asc(dueAt), asc(place))
    .limit(PER_RECEIVER)
    .as('due');
}

/** Spelt out, as the indexes are, so that a plan made for any parameters can use them. */
const isOpen = (status: PgColumn) => sql`${status} in ('waiting', 'sending')`;

function pause({ db }: Db, now: Date) {
  const { receiver, until } = callbackPauses;
  return db
    .select({ receiver })
    .from(callbackPauses)
    .where(and(ofReceiver(callbackPauses), gt(until, now)));
}

/** Per payment a first attempt waits for the first attempt before it to end. */
function earlierUntried({ db }: Db) {
  const earlier = alias(callbacks, 'earlier');
  return db
    .select({ id: earlier.id })
    .from(earlier)
    .where(
      and(
        eq(earlier.paymentId, callbacks.paymentId),
        lt(earlier.place, callbacks.place),
        isNull(earlier.firstTriedAt),
        isOpen(earlier.status),
      ),
    );
}

function busyReceivers(inFlight: InFlight): string[] {
  return [...takenPlaces(inFlight)].filter(([, places]) => places >= PER_RECEIVER).map(([name]) => name);
}

function takenPlaces(inFlight: InFlight): Map<string, number> {
  const taken = new Map<string, number>();
  for (const { receiver } of inFlight.values()) taken.set(receiver, (taken.get(receiver) ?? 0) + 1);
  return taken;
}
