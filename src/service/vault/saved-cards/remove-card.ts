import { and, inArray } from 'drizzle-orm';
import type { ServiceContext } from '../../base/runtime/context.ts';
import { cards } from '../../tables/cards.ts';
import type { CardChange } from './card-change.ts';
import { hasPublicId, lockOwnCard, type OwnCard } from './own-card.ts';
import { savedCards } from './saved-cards.ts';

/**
 * Takes a card from the user's list at once. No token for it, or for cards it replaced there, can be billed from now on;
 * payments made with it go on. Its number stays for `RESTORABLE_MS`. A second removal changes nothing.
 */
export async function removeCard(context: ServiceContext, own: OwnCard): Promise<CardChange> {
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const card = await lockOwnCard(inside, own);
    const isChanged = card.status === 'listed';
    if (isChanged) {
      const removed = { status: 'removed' as const, removedAt: context.clock.now() };
      const isKept = inArray(cards.status, ['listed', 'replaced']);
      await db
        .update(cards)
        .set(removed)
        .where(and(hasPublicId(own), isKept));
    }
    return { isChanged, methods: await savedCards(inside, own.caller) };
  });
}
