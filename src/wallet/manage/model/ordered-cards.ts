import { computed, signal } from '@preact/signals';
import type { SavedCard } from '../../../contract/frame/wallet-api.ts';
import type { SavedCards } from '../../state/saved-cards.ts';
import { reorder } from './card-order.ts';
import type { FocusTarget } from './focus-and-messages.ts';
import type { Removals } from './removals.ts';

const idsOf = (cards: readonly SavedCard[]) => cards.map(({ id }) => id);

/** The list in a fixed order, so that no row moves by itself; the checkout's list has the service's order. */
export function createOrderedCards(saved: SavedCards) {
  const fixedOrder = signal<readonly number[]>([]);
  const list = computed(() => reorder(saved.cards.value, fixedOrder.value));
  const order = () => idsOf(list.peek());
  return {
    list,
    order,
    show(cards: readonly SavedCard[], ids = order()) {
      fixedOrder.value = ids;
      saved.show(cards);
    },
  };
}
export type OrderedCards = ReturnType<typeof createOrderedCards>;

type RemainingCardsInput = { readonly ordered: OrderedCards; readonly removals: Removals };

/** The cards of the list that are not being removed. */
export function createRemainingCards({ ordered, removals }: RemainingCardsInput) {
  const cards = computed(() => {
    const leaving = removals.list.value.map(({ card }) => card.id);
    return ordered.list.value.filter(({ id }) => !leaving.includes(id));
  });
  return {
    cards,
    /** Where the focus goes when a card is removed. */
    focusAfterRemoval(card: SavedCard): FocusTarget {
      const ids = idsOf(cards.peek());
      const next = ids[ids.indexOf(card.id) + 1];
      return next === undefined ? { kind: 'add' } : { kind: 'row', id: next };
    },
  };
}
