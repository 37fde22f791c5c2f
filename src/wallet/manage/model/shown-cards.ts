import { computed, signal } from '@preact/signals';
import type { SavedCard } from '../../../contract/frame/wallet-api.ts';
import type { SavedCards } from '../../state/saved-cards.ts';
import type { Place } from './attention.ts';
import { inOrder } from './card-order.ts';
import type { Removal, Removals } from './removals.ts';

const idsOf = (cards: readonly SavedCard[]) => cards.map(({ id }) => id);

/** The list as it stands before the shopper, where nothing moves by itself; the checkout's has the service's order. */
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

/**
 * The cards, and each that has left right before the one that followed it: that one has the focus then, and the way back is
 * one step from it. They keep the order in which they left, as a row that is moved would begin its time anew.
 */
function withRemoved(cards: readonly SavedCard[], removed: readonly Removal[]) {
  const listed = idsOf(cards);
  const nextOf = ({ card, order }: Removal) =>
    order.slice(order.indexOf(card.id) + 1).find((id) => listed.includes(id));
  const leftBefore = (next?: number) => removed.filter((removal) => nextOf(removal) === next);
  return [...cards.flatMap((card) => [...leftBefore(card.id), card]), ...leftBefore()];
}

type Standing = { readonly shown: Shown; readonly removals: Removals };

/** The cards of it that are not about to leave, and the rows that show them and what has left. */
export function createStanding({ shown, removals }: Standing) {
  const cards = computed(() => {
    const leaving = removals.list.value.map(({ card }) => card.id);
    return shown.list.value.filter(({ id }) => !leaving.includes(id));
  });
  return {
    cards,
    rows: computed(() => withRemoved(cards.value, removals.list.value)),
    /** Where the focus goes when a card leaves. */
    placeAfter(card: SavedCard): Place {
      const ids = idsOf(cards.peek());
      const next = ids[ids.indexOf(card.id) + 1];
      return next === undefined ? { kind: 'add' } : { kind: 'row', id: next };
    },
  };
}
