import { and, isNull, lte } from 'drizzle-orm';
import { inBatches } from '../../store/in-batches.ts';
import type { Core } from '../base/runtime/core.ts';
import { cardTokens } from '../tables/payments.ts';

/** How long a card stays after the end of its token. */
export const KEPT_MS = 86_400_000;

/** Deletes tokens that ended unspent, when their cards are erased. No payment was begun with them. */
export async function pruneTokens({ db, clock }: Core): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  const isUnspent = and(cardTokens.isSingleUse, isNull(cardTokens.consumedBy));
  await inBatches(db, {
    table: cardTokens,
    isDue: and(isUnspent, lte(cardTokens.expiresAt, before)),
    take: (batch) => db.delete(cardTokens).where(batch).returning({ id: cardTokens.id }),
  });
}
