import { and, eq } from 'drizzle-orm';
import { cards, type OwnedCard } from '../../tables/cards.ts';
import { users } from '../../tables/sessions.ts';
import type { Core } from '../runtime/core.ts';
import { ownedCard } from './card-owner.ts';
import { isIntactCard } from './intact-rows.ts';

/** The cards that a user sees: listed, and the user's as they were sealed. */
export async function readListedCards(core: Core, userId: number): Promise<OwnedCard[]> {
  const rows = await core.db
    .select(ownedCard)
    .from(cards)
    .innerJoin(users, eq(users.id, cards.userId))
    .where(and(eq(cards.userId, userId), eq(cards.status, 'listed')));
  return rows.filter((card) => isIntactCard(core, card));
}
