import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Core } from '../../base/runtime/core.ts';
import { readListedCards } from '../../base/seals/listed-cards.ts';
import { type CardRow, cards } from '../../tables/cards.ts';
import { looksTheSame } from '../list-card.ts';
import { type CardChange, cardNotFound, hasPublicId, lockOwnCard, type OwnCard } from './own-card.ts';
import { readSavedCards } from './saved-cards.ts';

/**
 * Takes a card from the user's list at once. No token for it, or for cards it replaced there, can be billed from now on;
 * payments made with it go on. Its number stays for `RESTORABLE_MS`. A second removal changes nothing.
 */
export async function removeCard(core: Core, ownCard: OwnCard): Promise<CardChange> {
  const { db, clock } = core;
  const card = await lockOwnCard(core, ownCard);
  const isChanged = card.status === 'listed';
  if (isChanged) {
    const isSaved = inArray(cards.status, ['listed', 'replaced']);
    await db
      .update(cards)
      .set({ status: 'removed', removedAt: clock.now() })
      .where(and(hasPublicId(ownCard), isSaved));
  }
  return { isChanged, methods: await readSavedCards(core, ownCard.caller) };
}

/**
 * How long a removal can be undone: as long as an idle wallet session lives, and longer than a challenge may take, which
 * needs the number.
 */
export const RESTORABLE_MS = 30 * 60_000;

/**
 * Brings a removed card back as it was. It is the default again unless another card has become so. A card in the list,
 * entered again or already restored, stays as it is.
 */
export async function restoreCard(core: Core, ownCard: OwnCard): Promise<CardChange> {
  const card = await lockOwnCard(core, ownCard);
  const isChanged = card.status === 'removed' && (await restore(core, card, ownCard));
  return { isChanged, methods: await readSavedCards(core, ownCard.caller) };
}

/** Resolves to false if a card that looks the same has taken its place. */
async function restore(core: Core, card: CardRow, ownCard: OwnCard): Promise<boolean> {
  const { db, clock } = core;
  const listedNow = await readListedCards(core, card.userId);
  if (listedNow.some((other) => looksTheSame(other, card))) return false;
  const restorableSince = clock.now().getTime() - RESTORABLE_MS;
  if (card.removedAt === null || card.removedAt.getTime() <= restorableSince) {
    throw cardNotFound('removed too long ago to come back');
  }
  const isDefault = card.isDefault && listedNow.every((other) => !other.isDefault);
  const wasRemoved = and(hasPublicId(ownCard), eq(cards.status, 'removed'));
  await db
    .update(cards)
    .set({ status: 'replaced', removedAt: null })
    .where(and(wasRemoved, isNull(cards.listedAt)));
  await db.update(cards).set({ status: 'listed', removedAt: null, isDefault }).where(eq(cards.id, card.id));
  return true;
}
