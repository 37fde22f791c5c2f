import { and, isNull, lte } from 'drizzle-orm';
import { inBatches } from '../../store/in-batches.ts';
import type { ServiceContext } from '../context/context.ts';
import { cardTokens } from '../tables/payments.ts';

/** From the end of a token to that of its card. */
export const KEPT_MS = 86_400_000;

/** Deletes tokens that ended unspent, as late as their cards are erased: no payment was begun with one. */
export async function pruneTokens({ db, clock }: ServiceContext): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS);
  const isUnspent = and(cardTokens.isSingleUse, isNull(cardTokens.consumedBy));
  await inBatches(db, {
    table: cardTokens,
    isDue: and(isUnspent, lte(cardTokens.expiresAt, before)),
    take: (batch) => db.delete(cardTokens).where(batch).returning({ id: cardTokens.id }),
  });
}
