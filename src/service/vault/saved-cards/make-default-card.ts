import { and, eq } from 'drizzle-orm';
import type { Core } from '../../base/runtime/core.ts';
import { cards } from '../../tables/cards.ts';
import type { CardChange } from './card-change.ts';
import { cardNotFound, lockOwnCard, type OwnCard } from './own-card.ts';
import { savedCards } from './saved-cards.ts';

/** Makes a kept card the user's default in place of any other. */
export async function makeDefaultCard(context: Core, ownCard: OwnCard): Promise<CardChange> {
  const { db } = context;
  const card = await lockOwnCard(context, ownCard);
  if (card.status !== 'listed') throw cardNotFound('the user has removed it');
  const defaults = and(eq(cards.userId, card.userId), eq(cards.isDefault, true));
  await db.update(cards).set({ isDefault: false }).where(defaults);
  await db.update(cards).set({ isDefault: true }).where(eq(cards.id, card.id));
  return { isChanged: !card.isDefault, methods: await savedCards(context, ownCard.caller) };
}
