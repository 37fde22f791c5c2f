import { computed, signal } from '@preact/signals';
import type { SavedCard } from '../../../contract/frame/wallet-api.ts';
import type { SavedCards } from '../../state/saved-cards.ts';
import { inOrder } from './card-order.ts';
import type { FocusTarget } from './focus-and-messages.ts';
import type { Removals } from './removals.ts';

const idsOf = (cards: readonly SavedCard[]) => cards.map(({ id }) => id);

/** The list in a fixed order, so that no row moves by itself; the checkout's list has the service's order. */
export function createShown(saved: SavedCards) {
  const held = signal<readonly number[]>([]);
  const list = computed(() => inOrder(saved.cards.value, held.value));
  const order = () => idsOf(list.peek());
  return {
    list,
    order,
    show(cards: readonly SavedCard[], ids = order()) {
      held.value = ids;
      saved.show(cards);
    },
  };
}
export type Shown = ReturnType<typeof createShown>;

type CreateStandingInput = { readonly shown: Shown; readonly removals: Removals };

/** The cards of the list that are not being removed. */
export function createStanding({ shown, removals }: CreateStandingInput) {
  const cards = computed(() => {
    const leaving = removals.list.value.map(({ card }) => card.id);
    return shown.list.value.filter(({ id }) => !leaving.includes(id));
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
