import { and, asc, desc, eq, isNotNull, isNull, lt, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { isNoneOf } from '../../store/any-of.ts';
import type { Core } from '../base/runtime/core.ts';
import { callbackPauses, callbacks } from '../tables/callbacks.ts';
import { isPaused } from './callback-pauses.ts';
import {
  fullAccounts,
  fullReceivers,
  type InFlight,
  isFull,
  type TakenSlots,
  take,
  takenSlots,
} from './callback-slots.ts';
import { dueReceivers } from './due-receivers.ts';

type Moment = { readonly inFlight: InFlight; readonly now: Date };

/** The most callbacks of one receiver that a query reads. */
const MAX_EXAMINED = 100;

const ofReceiver = ({ accountId, receiver }: { accountId: PgColumn; receiver: PgColumn }) =>
  and(sql`${accountId} = receivers.account_id`, sql`${receiver} = receivers.receiver`);
const ofLane = ({ lane }: { lane: PgColumn }) => sql`${lane} = receivers.lane`;

export function isDue(now: Date): SQL | undefined {
  return and(isOpen(callbacks.status), lte(callbacks.dueAt, now));
}

/**
 * Ids of callbacks that are due and have a free slot, the backends' lane first. Within a lane accounts take turns: each one's
 * oldest, then each one's second. It reads a bounded number of rows, whatever waits behind them.
 */
export async function findClaimable(core: Core, { inFlight, now }: Moment): Promise<string[]> {
  const slots = takenSlots(inFlight, core.config.callbackSlots);
  const found = await candidates(core, { inFlight, now, slots });
  const ids: string[] = [];
  for (const { id, ...callback } of found) {
    if (isFull(slots, callback)) continue;
    take(slots, callback);
    ids.push(id);
  }
  return ids;
}

function candidates(core: Core, { slots, ...moment }: Moment & { readonly slots: TakenSlots }) {
  const { db } = core;
  const due = dueOfReceiver(core, moment);
  const turn = sql<number>`row_number() over (partition by ${due.lane}, ${due.accountId} order by ${due.dueAt}, ${due.seq})`;
  const { id, lane, accountId, receiver, dueAt, seq } = due;
  const inTurn = db
    .select({ id, lane, accountId, receiver, dueAt, seq, turn: turn.as('turn') })
    .from(dueReceivers({ now: moment.now, fullAccounts: fullAccounts(slots) }))
    .crossJoinLateral(due)
    .where(
      and(
        isNoneOf(
          sql`receivers.lane || ' ' || receivers.account_id || ' ' || receivers.receiver`,
          fullReceivers(slots),
        ),
        notExists(pause(core, moment.now)),
      ),
    )
    .as('in_turn');
  return db
    .select({ id: inTurn.id, lane: inTurn.lane, accountId: inTurn.accountId, receiver: inTurn.receiver })
    .from(inTurn)
    .orderBy(asc(inTurn.lane), asc(inTurn.turn), asc(inTurn.dueAt), asc(inTurn.seq))
    .limit(core.config.callbackSlots.inAll);
}

/**
 * The oldest callbacks of a receiver that may be sent, so that no receiver fills the list. It reads a bounded number,
 * whatever holds them back.
 */
function dueOfReceiver(core: Core, { inFlight, now }: Moment) {
  const { db, inProgress } = core;
  const oldestCallbacks = oldestOfReceiver(core, now);
  const { id, lane, accountId, receiver, dueAt, seq, answerTo, firstTriedAt } = oldestCallbacks;
  return db
    .select({ id, lane, accountId, receiver, dueAt, seq })
    .from(oldestCallbacks)
    .where(
      and(
        isNoneOf(id, inFlight.keys()),
        or(isNull(answerTo), isNoneOf(sql`${answerTo}::text`, inProgress.answers.keys())),
        or(isNotNull(firstTriedAt), notExists(untriedBefore(core, oldestCallbacks))),
      ),
    )
    .orderBy(asc(dueAt), asc(seq))
    .limit(core.config.callbackSlots.ofReceiver)
    .as('due');
}

function oldestOfReceiver({ db }: Pick<Core, 'db'>, now: Date) {
  const { id, lane, accountId, receiver, dueAt, seq, answerTo, firstTriedAt, paymentId } = callbacks;
  // Spelt as the index has it.
  const isInBucket = sql`hashtext(${receiver}) = hashtext(receivers.receiver)`;
  return db
    .select({ id, lane, accountId, receiver, dueAt, seq, answerTo, firstTriedAt, paymentId })
    .from(callbacks)
    .where(and(ofLane(callbacks), ofReceiver(callbacks), isInBucket, isDue(now)))
    .orderBy(asc(dueAt), asc(seq))
    .limit(MAX_EXAMINED)
    .as('oldest');
}

/** Literals, as in the indexes' conditions, so that a generic plan can use the indexes. */
const isOpen = (status: PgColumn) => sql`${status} in ('waiting', 'sending')`;

function pause({ db }: Pick<Core, 'db'>, now: Date) {
  const { receiver } = callbackPauses;
  return db
    .select({ receiver })
    .from(callbackPauses)
    .where(and(ofReceiver(callbackPauses), isPaused(sql`receivers.lane`, now)));
}

/**
 * A callback's first attempt waits until the payment's previous callback was tried. Checking that one is enough, because
 * it has waited for those before it.
 */
function untriedBefore({ db }: Pick<Core, 'db'>, { paymentId, seq }: ReturnType<typeof oldestOfReceiver>) {
  const earlier = alias(callbacks, 'earlier');
  const { status, firstTriedAt } = earlier;
  const before = db
    .select({ status, firstTriedAt })
    .from(earlier)
    .where(and(eq(earlier.paymentId, paymentId), lt(earlier.seq, seq)))
    .orderBy(desc(earlier.seq))
    .limit(1)
    .as('before');
  return db
    .select({ status: before.status })
    .from(before)
    .where(and(isNull(before.firstTriedAt), isOpen(before.status)));
}
