import { computed, createModel, type ReadonlySignal, signal } from '@preact/signals';
import { isProviderCode } from '../../contract/billing/providers.ts';
import { longestCode } from '../../contract/cards/card-number.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import { codeVerdict } from '../card-input/card-verdicts.ts';
import { digitsOf } from '../card-input/digits.ts';
import { type FieldPhase, nextPhase, reasonToShow } from '../card-input/message-timing.ts';

type Dependencies = {
  /** The saved card that is chosen. */
  readonly card: ReadonlySignal<SavedCard | undefined>;
  /** Whether the flow needs its security code. */
  readonly isNeeded: ReadonlySignal<boolean>;
  /** Makes the field report a text that was set without an event. Default: does nothing. */
  readonly read?: (() => void) | undefined;
};

type Entry = { readonly card: number; readonly digits: string; readonly phase: FieldPhase };

/** Null if nothing is chosen, and for a provider's method, which has no code. */
const cardBrandOf = (card: SavedCard | undefined) =>
  card === undefined || isProviderCode(card.brand) ? null : card.brand;

/** The security code of the chosen saved card, if the flow needs it. It starts empty for each card. */
export const SavedCardCode = createModel(({ card, isNeeded, read }: Dependencies) => {
  const entry = signal<Entry | null>(null);
  /** Counts invalid submissions; each focuses the field. */
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
    reason: computed(() => reasonToShow(verdict.value, current.value.phase)),
    type(text: string) {
      entry.value = { ...current.peek(), digits: digitsOf(text) };
      move('typed');
    },
    leave: () => move('left'),
    /** The code, empty if the card has none; null if it is incomplete, which the message then says. */
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
