import type { SavedCard } from '../../../contract/frame/wallet-api.ts';

/** The cards that `ids` names in that order, in the places they have in the list; the others stay where they are. */
export function inOrder(cards: readonly SavedCard[], ids: readonly number[]): readonly SavedCard[] {
  const known = cards
    .filter(({ id }) => ids.includes(id))
    .toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .values();
  return cards.map((card) => (ids.includes(card.id) ? (known.next().value ?? card) : card));
}

/** With a card that was added just now: in its place if it was there, else behind the default. */
export function withAdded(cards: readonly SavedCard[], added: SavedCard): readonly SavedCard[] {
  if (cards.some(({ id }) => id === added.id)) {
    return cards.map((card) => (card.id === added.id ? added : card));
  }
  const place = cards.findLastIndex(({ isDefault }) => isDefault) + 1;
  return cards.toSpliced(place, 0, added);
}
