import { and, inArray } from 'drizzle-orm';
import type { Core } from '../../base/runtime/core.ts';
import { cards } from '../../tables/cards.ts';
import type { CardChange } from './card-change.ts';
import { hasPublicId, lockOwnCard, type OwnCard } from './own-card.ts';
import { savedCards } from './saved-cards.ts';

/**
 * Takes a card from the user's list at once. No token for it, or for cards it replaced there, can be billed from now on;
 * payments made with it go on. Its number stays for `RESTORABLE_MS`. A second removal changes nothing.
 */
export async function removeCard(context: Core, ownCard: OwnCard): Promise<CardChange> {
  const { db, clock } = context;
  const card = await lockOwnCard(context, ownCard);
  const isChanged = card.status === 'listed';
  if (isChanged) {
    const isSaved = inArray(cards.status, ['listed', 'replaced']);
    await db
      .update(cards)
      .set({ status: 'removed', removedAt: clock.now() })
      .where(and(hasPublicId(ownCard), isSaved));
  }
  return { isChanged, methods: await savedCards(context, ownCard.caller) };
}
