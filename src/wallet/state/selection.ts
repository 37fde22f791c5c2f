import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { isProviderCode } from '../../contract/billing/providers.ts';
import type { Offer } from '../../contract/frame/frame-boot.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import type { CardFormModel } from '../card-input/card-form-model.ts';
import type { ProviderOffers } from './provider-offers.ts';
import type { SavedCardsStatus } from './saved-cards.ts';

export type Selection =
  | { readonly kind: 'new' }
  | { readonly kind: 'saved'; readonly id: number }
  | ({ readonly kind: 'provider' } & Offer);

/** One object, so that choosing it again, as each key in the form does, redraws nothing. */
export const newCard: Selection = { kind: 'new' };

type ChoiceDependencies = {
  readonly saved: ReadonlySignal<SavedCardsStatus>;
  readonly form: Pick<CardFormModel, 'accepted'>;
  readonly offers: ProviderOffers;
};

/** Which saved method is chosen, which provider, or a new card. */
export function createChoice({ saved, form, offers }: ChoiceDependencies) {
  const choice = signal<Selection | null>(null);
  const isAccepted = ({ brand }: SavedCard) =>
    isProviderCode(brand) ? offers.takes(brand) : form.accepted.value.includes(brand);
  const isUsable = (card: SavedCard) => !card.isExpired && isAccepted(card);
  /** Usable cards first. */
  const cards = computed(() => {
    const all = saved.value.name === 'listed' ? saved.value.cards : [];
    return [...all.filter(isUsable), ...all.filter((card) => !isUsable(card))];
  });
  /** A removed card stays chosen, so that no other card is chosen in its place. Without any cards the form is chosen. */
  const isAvailable = (selection: Selection) =>
    selection.kind === 'provider'
      ? offers.has(selection.method)
      : selection.kind === 'new' || cards.value.length > 0;
  const selection = computed((): Selection => {
    const chosen = choice.value;
    if (chosen && isAvailable(chosen)) return chosen;
    const first = cards.value.find(isUsable);
    return first ? { kind: 'saved', id: first.id } : newCard;
  });
  const selectedCard = computed(() => {
    const now = selection.value;
    if (now.kind !== 'saved') return;
    return cards.value.find((card) => card.id === now.id && isUsable(card));
  });
  return {
    choice,
    cards,
    selection,
    selectedCard,
    /** Ids of the cards whose brand is not accepted. */
    refused: computed(() => cards.value.filter((card) => !isAccepted(card)).map(({ id }) => id)),
    /** Changes what is accepted. If that excludes the chosen card, no other is chosen in its place. */
    keepChoice<Value>(change: () => Value): Value {
      const before = selection.peek();
      const result = change();
      const after = selection.peek();
      if (before.kind === 'saved' && (after.kind !== 'saved' || after.id !== before.id))
        choice.value = before;
      return result;
    },
  };
}
