import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import type { SavedCardsStatus } from './saved-cards.ts';
import type { Selection } from './selection.ts';

const isOnWay = ({ name }: SavedCardsStatus) => name === 'awaited' || name === 'loading';

type RowOrderDependencies = {
  readonly saved: ReadonlySignal<SavedCardsStatus>;
  readonly rememberedCount?: number;
  readonly choice: Signal<Selection | null>;
  readonly cards: ReadonlySignal<readonly SavedCard[]>;
};

/** Whether the form's row or the saved cards' rows come first. */
export function createRowOrder({ saved, rememberedCount = 0, choice, cards }: RowOrderDependencies) {
  const isFormPinned = signal(false);
  const likelyCount = signal(rememberedCount);
  const expected = computed(() => (isOnWay(saved.value) ? likelyCount.value : 0));
  const isFormFirst = computed(() => isFormPinned.value || cards.value.length + expected.value === 0);
  return {
    /** How many placeholder rows to show until the list is loaded. */
    expected,
    /** Takes the page's estimate of saved methods, unless this tab remembers a number. */
    expect(count: number) {
      likelyCount.value ||= count;
    },
    /** Whether the list, once loaded, will choose the row; until then no row is open. */
    isUndecided: computed(() => expected.value > 0 && choice.value === null),
    /** If the shopper chose or typed before the cards were loaded, the form stays first and the cards come last. */
    isFormFirst,
    hold(next: Selection) {
      choice.value = next;
      if (isFormFirst.peek()) isFormPinned.value = true;
    },
    /** The shopper asked for the saved cards: they come first again. */
    showCards() {
      isFormPinned.value = false;
    },
  };
}
