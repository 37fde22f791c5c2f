import type { SavedCard } from '../../contract/wallet-api.ts';

/** A list as the service gives it, in the order in which it stands before the shopper: nothing moves by itself. */
export function inOrder(cards: readonly SavedCard[], ids: readonly number[]): readonly SavedCard[] {
  return cards.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** With a card that was added just now: in its place if it was there, else behind the default. */
export function withAdded(cards: readonly SavedCard[], added: SavedCard): readonly SavedCard[] {
  if (cards.some(({ id }) => id === added.id)) {
    return cards.map((card) => (card.id === added.id ? added : card));
  }
  const place = cards.findLastIndex(({ isDefault }) => isDefault) + 1;
  return cards.toSpliced(place, 0, added);
}
