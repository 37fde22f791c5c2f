import { computed, createModel, type ReadonlySignal, signal } from '@preact/signals';
import { isProviderCode } from '../../contract/billing/providers.ts';
import { longestCode } from '../../contract/cards/card-number.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import { codeVerdict } from '../card-input/card-verdicts.ts';
import { digitsOf } from '../card-input/digits.ts';
import { type FieldPhase, nextPhase, shownReason } from '../card-input/message-timing.ts';

type Dependencies = {
  /** The saved card that is chosen. */
  readonly card: ReadonlySignal<SavedCard | undefined>;
  /** Whether the flow needs its security code. */
  readonly isNeeded: ReadonlySignal<boolean>;
  /** Has the field say what stands in it. */
  readonly read?: (() => void) | undefined;
};

type Entry = { readonly card: number; readonly digits: string; readonly phase: FieldPhase };

/** Null where nothing is chosen, and for what a provider holds: that has no code. */
const cardBrandOf = (card: SavedCard | undefined) =>
  card === undefined || isProviderCode(card.brand) ? null : card.brand;

/** The security code of a saved card, asked for where the flow needs it; another card's starts empty. */
export const SavedCardCode = createModel(({ card, isNeeded, read }: Dependencies) => {
  const entry = signal<Entry | null>(null);
  /** Submissions that found something wrong: each gives the field the focus. */
  const attention = signal(0);
  const current = computed((): Entry => {
    const id = card.value?.id ?? 0;
    return entry.value?.card === id ? entry.value : { card: id, digits: '', phase: 'typing' };
  });
  const brand = computed(() => cardBrandOf(card.value));
  const digits = computed(() => current.value.digits.slice(0, longestCode(brand.value)));
  const verdict = computed(() => codeVerdict(digits.value, brand.value));
  const isAsked = computed(() => isNeeded.value && brand.value !== null);
  const move = (event: Parameters<typeof nextPhase>[1]) => {
    entry.value = { ...current.peek(), phase: nextPhase(current.peek().phase, event) };
  };
  return {
    isAsked,
    brand,
    digits,
    attention,
    isComplete: computed(() => !isAsked.value || verdict.value.kind === 'complete'),
    shown: computed(() => shownReason(verdict.value, current.value.phase)),
    type(text: string) {
      entry.value = { ...current.peek(), digits: digitsOf(text) };
      move('typed');
    },
    leave: () => move('left'),
    /** The code, empty where the card has none; null after the message is shown. */
    submit(): string | null {
      read?.();
      move('submitted');
      if (verdict.peek().kind === 'complete') return digits.peek();
      attention.value += 1;
      return null;
    },
  };
});
export type SavedCardCode = InstanceType<typeof SavedCardCode>;
