import { and, isNotNull, isNull, lte } from 'drizzle-orm';
import { inBatches } from '../../store/in-batches.ts';
import type { Core } from '../base/runtime/core.ts';
import { CODE_LIVES_MS } from '../base/seals/token-entry.ts';
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

/** Erases security codes that no authorisation has used in their time. Rule: tokens/entry. */
export async function eraseCodes({ db, clock }: Core): Promise<void> {
  const before = new Date(clock.now().getTime() - CODE_LIVES_MS);
  await inBatches(db, {
    table: cardTokens,
    isDue: and(isNotNull(cardTokens.code), lte(cardTokens.createdAt, before)),
    take: (batch) => db.update(cardTokens).set({ code: null }).where(batch).returning({ id: cardTokens.id }),
  });
}
