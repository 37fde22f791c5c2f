import { and, eq, inArray } from 'drizzle-orm';
import type { Core } from '../base/runtime/core.ts';
import { ServiceError } from '../base/service-error.ts';
import { callbackPauses, callbacks } from '../tables/callbacks.ts';

/**
 * Sends an ended callback again at an operator's request: the same id and body, a new schedule. Raises `not_found` for an
 * unknown callback and for one that has not ended. Returns the id of its account.
 */
export async function replayCallback({ db, clock }: Core, id: string): Promise<number> {
  const [callback] = await db
    .update(callbacks)
    .set({ status: 'waiting', dueAt: clock.now(), tries: 0, endedAt: null })
    .where(and(eq(callbacks.id, id), inArray(callbacks.status, ['delivered', 'stopped', 'exhausted'])))
    .returning();
  if (!callback) {
    throw new ServiceError(
      'not_found',
      'Cannot replay the callback: found none that has ended, wanted one; what waits is tried again by itself',
    );
  }
  const { accountId, receiver } = callback;
  await db
    .delete(callbackPauses)
    .where(and(eq(callbackPauses.accountId, accountId), eq(callbackPauses.receiver, receiver)));
  return accountId;
}
