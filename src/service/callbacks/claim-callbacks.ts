import { and, eq, inArray } from 'drizzle-orm';
import { isAnyOf } from '../../store/any-of.ts';
import type { Core } from '../base/runtime/core.ts';
import { type Account, accounts } from '../tables/accounts.ts';
import { type CallbackRow, callbacks } from '../tables/callbacks.ts';
import type { InFlight } from './callback-slots.ts';
import { findClaimable, isDue } from './find-claimable.ts';

/** Longer than any attempt: after it the sender is presumed dead. */
const SENDING_LEASE_MS = 20_000;

/** `account`: signs the callback. */
export type ClaimedCallback = { readonly callback: CallbackRow; readonly account: Account };

/** Whether a claim would find something. It opens no transaction; where nothing is due, it reads one row of an index. */
export async function isAnyClaimable(core: Core, inFlight: InFlight): Promise<boolean> {
  const { db, clock, config } = core;
  if (inFlight.size >= config.callbackSlots.inAll) return false;
  const now = clock.now();
  // Ordered, so that every plan takes the index.
  const due = await db
    .select({ id: callbacks.id })
    .from(callbacks)
    .where(isDue(now))
    .orderBy(callbacks.dueAt)
    .limit(1);
  return due.length > 0 && (await findClaimable(core, { inFlight, now })).length > 0;
}

/** Claims callbacks that are due and have a free slot. Each row goes to one process only. */
export async function claimCallbacks(core: Core, inFlight: InFlight): Promise<ClaimedCallback[]> {
  const { db, clock } = core;
  const now = clock.now();
  const ids = await findClaimable(core, { inFlight, now });
  if (ids.length === 0) return [];
  const unlocked = db
    .select({ id: callbacks.id })
    .from(callbacks)
    .where(and(isAnyOf(callbacks.id, ids), isDue(now)))
    .for('update', { skipLocked: true });
  const rows = await db
    .update(callbacks)
    .set({ status: 'sending', dueAt: new Date(now.getTime() + SENDING_LEASE_MS) })
    .from(accounts)
    .where(and(inArray(callbacks.id, unlocked), eq(accounts.id, callbacks.accountId)))
    .returning();
  return rows.map(({ accounts: account, ...callback }) => ({ callback, account }));
}
