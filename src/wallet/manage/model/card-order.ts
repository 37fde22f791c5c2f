import type { SavedCard } from '../../../contract/frame/wallet-api.ts';

/** Sorts the cards that `ids` names in that order. They keep the positions that they have together; the others do not move. */
export function reorder(cards: readonly SavedCard[], ids: readonly number[]): readonly SavedCard[] {
  const sorted = cards
    .filter(({ id }) => ids.includes(id))
    .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .values();
  return cards.map((card) => (ids.includes(card.id) ? (sorted.next().value ?? card) : card));
}

/** Inserts a new card behind the default, or replaces the same card if it is in the list. */
export function insertCard(cards: readonly SavedCard[], newCard: SavedCard): readonly SavedCard[] {
  if (cards.some(({ id }) => id === newCard.id)) {
    return cards.map((card) => (card.id === newCard.id ? newCard : card));
  }
  const place = cards.findLastIndex(({ isDefault }) => isDefault) + 1;
  return cards.toSpliced(place, 0, newCard);
}
