import { randomInt } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { isNoneOf } from '../../store/any-of.ts';

/** How many of an account's oldest due callbacks are read for their receivers: as many as it may ever send at once. */
const OLDEST = 25;
/** How many receivers of an account are read in each of two ranges of hashes: from a random one up, and up to it. */
const STEPS = 25;
/** The bounds of `hashtext`. */
const [LOWEST, HIGHEST] = [-(2 ** 31), 2 ** 31 - 1];

type ReceiverQuery = { readonly now: Date; readonly fullAccounts: readonly string[] };

/**
 * A subquery named `receivers`: lanes, accounts and receivers with a due callback, though not always all. It reads one index
 * row per lane of each account with something to send, and OLDEST + 2 * STEPS rows more if something is due. An account's
 * oldest callbacks may all wait for one slow receiver, so it also steps through receivers from a random hash on.
 */
export function dueReceivers({ now, fullAccounts }: ReceiverQuery): SQL {
  const at = sql`${now.toISOString()}::timestamptz`;
  const start = randomInt(LOWEST + 1, HIGHEST);
  return sql`(
    with recursive accounts_waiting as (
      (select lane, account_id, due_at from callbacks where status in ('waiting', 'sending')
        order by lane, account_id, due_at, place limit 1)
      union all
      select next.lane, next.account_id, next.due_at from accounts_waiting, lateral (
        select lane, account_id, due_at from callbacks
        where status in ('waiting', 'sending')
          and (lane, account_id) > (accounts_waiting.lane, accounts_waiting.account_id)
        order by lane, account_id, due_at, place limit 1
      ) as next
    ),
    accounts_due as (
      select lane, account_id from accounts_waiting
      where due_at <= ${at} and ${isNoneOf(sql`lane || ' ' || account_id`, fullAccounts)}
    ),
    stepped as (
      select accounts_due.lane, accounts_due.account_id, next.hash, next.receiver, next.due_at, ranges.last, 1 as step
      from accounts_due
      cross join (values (${LOWEST}::integer, ${start - 1}::integer), (${start}, ${HIGHEST})) as ranges(first, last)
      cross join lateral (
        select hashtext(receiver) as hash, receiver, due_at from callbacks
        where status in ('waiting', 'sending')
          and lane = accounts_due.lane and account_id = accounts_due.account_id
          and hashtext(receiver) between ranges.first and ranges.last
        order by lane, account_id, hashtext(receiver), receiver, due_at limit 1
      ) as next
      union all
      select stepped.lane, stepped.account_id, next.hash, next.receiver, next.due_at, stepped.last, stepped.step + 1
      from stepped, lateral (
        select hashtext(receiver) as hash, receiver, due_at from callbacks
        where status in ('waiting', 'sending') and lane = stepped.lane and account_id = stepped.account_id
          and (hashtext(receiver), receiver) > (stepped.hash, stepped.receiver)
          and hashtext(receiver) <= stepped.last
        order by lane, account_id, hashtext(receiver), receiver, due_at limit 1
      ) as next
      where stepped.step < ${STEPS}
    )
    select lane, account_id, receiver from stepped where due_at <= ${at}
    union
    select accounts_due.lane, accounts_due.account_id, oldest.receiver from accounts_due, lateral (
      select receiver from callbacks
      where status in ('waiting', 'sending')
        and lane = accounts_due.lane and account_id = accounts_due.account_id and due_at <= ${at}
      order by lane, account_id, due_at, place limit ${OLDEST}
    ) as oldest
  ) as receivers`;
}
