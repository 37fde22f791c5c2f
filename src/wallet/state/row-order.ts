import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import type { SavedCardsStatus } from './saved-cards.ts';
import type { Selection } from './selection.ts';

const isOnWay = ({ name }: SavedCardsStatus) => name === 'awaited' || name === 'loading';

type CreateRowOrderInput = {
  readonly saved: ReadonlySignal<SavedCardsStatus>;
  readonly remembered?: number;
  readonly chosen: Signal<Selection | null>;
  readonly cards: ReadonlySignal<readonly SavedCard[]>;
};

/** Whether the form's row or the cards' rows stand first. */
export function createRowOrder({ saved, remembered = 0, chosen, cards }: CreateRowOrderInput) {
  const isFormHeld = signal(false);
  const likely = signal(remembered);
  const expected = computed(() => (isOnWay(saved.value) ? likely.value : 0));
  const isFormFirst = computed(() => isFormHeld.value || cards.value.length + expected.value === 0);
  return {
    /** Saved methods whose rows are kept free until the list is here. */
    expected,
    /** The page has learnt how many there probably are. What the tab remembers knows better. */
    expect(count: number) {
      likely.value ||= count;
    },
    /** Whether the list will choose: no row is open. */
    isUndecided: computed(() => expected.value > 0 && chosen.value === null),
    /** Where the shopper chose or typed before the cards came, the form stays first, and the cards stand at the end. */
    isFormFirst,
    hold(next: Selection) {
      chosen.value = next;
      if (isFormFirst.peek()) isFormHeld.value = true;
    },
    /** All may take its place again: the shopper asked for the cards. */
    showCards() {
      isFormHeld.value = false;
    },
  };
}
