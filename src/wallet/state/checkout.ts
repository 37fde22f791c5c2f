import { computed, createModel, type ReadonlySignal, signal } from '@preact/signals';
import { isProviderCode, issuerOf, providers, sourceOf } from '../../contract/billing/providers.ts';
import type { MethodCode } from '../../contract/cards/method-codes.ts';
import type { ErrorData } from '../../contract/errors/errors.ts';
import type { MaskedPaymentMethod } from '../../contract/frame/events.ts';
import type { Offer } from '../../contract/frame/frame-boot.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';
import type { CardFormModel } from '../card-input/card-form-model.ts';
import { noOffers, type ProviderOffers } from './provider-offers.ts';
import { SavedCardCode } from './saved-card-code.ts';
import type { SavedCardsStatus } from './saved-cards.ts';

export type Selection =
  | { readonly kind: 'new' }
  | { readonly kind: 'saved'; readonly id: number }
  | ({ readonly kind: 'provider' } & Offer);

/** One object: choosing it again, which each key in the form does, changes nothing and draws nothing. */
const newCard: Selection = { kind: 'new' };

type Dependencies = {
  readonly saved: ReadonlySignal<SavedCardsStatus>;
  readonly form: Pick<CardFormModel, 'isComplete' | 'network' | 'values' | 'accepted'>;
  /** Whether the flow needs the security code of a saved card; default never. */
  readonly needsCode?: ReadonlySignal<boolean>;
  /** How many saved methods there probably are, as far as is known at first; default none. */
  readonly remembered?: number;
  /** Default: the merchant takes nothing of providers. */
  readonly offers?: ProviderOffers;
};

/** A method as events show it. */
export const masked = (brand: MethodCode, last4: string): MaskedPaymentMethod => ({
  type: sourceOf(brand) === 'card' ? 'card' : 'alternative',
  name: issuerOf(brand).name,
  credit_type: brand,
  last_4_digits: last4,
});

function typedCard({ isComplete, network, values }: Dependencies['form']): MaskedPaymentMethod | null {
  const shown = network.value;
  return isComplete.value && shown ? masked(shown, values.number.value.slice(-4)) : null;
}

function offered({ method, use }: Offer): MaskedPaymentMethod {
  const { name, code } = providers[method];
  return { type: use, name, credit_type: code, last_4_digits: '' };
}

type Choosable = Pick<Dependencies, 'form'> & { readonly card: SavedCard | undefined };

function usableOf(selection: Selection, { form, card }: Choosable): MaskedPaymentMethod | null {
  if (selection.kind === 'new') return typedCard(form);
  if (selection.kind === 'provider') return offered(selection);
  return card ? masked(card.brand, card.last4) : null;
}

/** While a payment method is handed over, what it is made of must not change. */
function createWork() {
  const isWorking = signal(false);
  return {
    isWorking,
    async whileWorking<Value>(work: () => Promise<Value>): Promise<Value> {
      isWorking.value = true;
      try {
        return await work();
      } finally {
        isWorking.value = false;
      }
    },
  };
}

type Choosing = Pick<Dependencies, 'saved' | 'form'> & { readonly offers: ProviderOffers };

const isOnWay = ({ name }: SavedCardsStatus) => name === 'awaited' || name === 'loading';

/** Which of the cards, of what providers hold, or a new one. */
function createChoice({ saved, form, offers }: Choosing) {
  const chosen = signal<Selection | null>(null);
  const isAccepted = ({ brand }: SavedCard) =>
    isProviderCode(brand) ? offers.takes(brand) : form.accepted.value.includes(brand);
  const isUsable = (card: SavedCard) => !card.isExpired && isAccepted(card);
  /** Those that can be chosen first. */
  const cards = computed(() => {
    const all = saved.value.name === 'listed' ? saved.value.cards : [];
    return [...all.filter(isUsable), ...all.filter((card) => !isUsable(card))];
  });
  /** A saved card that has gone keeps the choice from the other cards; without any, the form stands there. */
  const stands = (wanted: Selection) =>
    wanted.kind === 'provider' ? offers.has(wanted.method) : wanted.kind === 'new' || cards.value.length > 0;
  const selection = computed((): Selection => {
    const wanted = chosen.value;
    if (wanted && stands(wanted)) return wanted;
    const first = cards.value.find(isUsable);
    return first ? { kind: 'saved', id: first.id } : newCard;
  });
  const selectedCard = computed(() => {
    const now = selection.value;
    if (now.kind !== 'saved') return;
    return cards.value.find((card) => card.id === now.id && isUsable(card));
  });
  return {
    chosen,
    cards,
    selection,
    selectedCard,
    /** Ids of the cards whose brand is not accepted. */
    refused: computed(() => cards.value.filter((card) => !isAccepted(card)).map(({ id }) => id)),
    /** Changes what is accepted: where that takes the card that stood chosen, nothing is chosen in its place. */
    keepChoice<Value>(change: () => Value): Value {
      const before = selection.peek();
      const result = change();
      const after = selection.peek();
      if (before.kind === 'saved' && (after.kind !== 'saved' || after.id !== before.id))
        chosen.value = before;
      return result;
    },
  };
}

type Placing = Pick<Dependencies, 'saved' | 'remembered'> &
  Pick<ReturnType<typeof createChoice>, 'chosen' | 'cards'>;

/** Whether the form's row or the cards' rows stand first. */
function createPlaces({ saved, remembered = 0, chosen, cards }: Placing) {
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
    /** Who chose or typed before there were cards keeps all where it is: they then stand at the end. */
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

/** The express button that was pressed: the page's next call pays with it, whichever row is chosen. */
function createExpress(selection: ReadonlySignal<Selection>) {
  const pressed = signal<Offer | null>(null);
  let isUsed = false;
  return {
    /** Its method, as events show it. */
    pressed: computed(() => pressed.value && offered(pressed.value)),
    /** What the page's next call pays with. */
    paysWith: computed(
      (): Selection => (pressed.value ? { kind: 'provider', ...pressed.value } : selection.value),
    ),
    press(offer: Offer) {
      isUsed = false;
      // Another object: the same button may be pressed again.
      pressed.value = { ...offer };
    },
    /** A payment with it has begun: it holds until that is over. */
    usePress() {
      isUsed = true;
    },
    lapsePress() {
      if (!isUsed) pressed.value = null;
    },
    release() {
      pressed.value = null;
    },
  };
}

/** How the shopper is going to pay. */
export const Checkout = createModel((given: Dependencies) => {
  const { saved, form, needsCode = signal(false), offers = noOffers() } = given;
  const { chosen, ...choice } = createChoice({ saved, form, offers });
  const { cards, selection, selectedCard } = choice;
  const { hold, ...places } = createPlaces({ ...given, chosen, cards });
  const problem = signal<ErrorData | null>(null);
  const express = createExpress(selection);
  const code = new SavedCardCode({ card: selectedCard, isNeeded: needsCode });

  return {
    ...choice,
    ...places,
    ...express,
    problem,
    offers,
    /** The security code of the chosen saved card. */
    code,
    ...createWork(),
    /** The usable method that is chosen, as events show it. */
    usable: computed(() => {
      const card = code.isComplete.value ? selectedCard.value : undefined;
      return usableOf(selection.value, { form, card });
    }),
    select(next: Selection) {
      hold(next);
      express.release();
      problem.value = null;
    },
    /** In a row that is closed it is hidden: what fills it there is no choice. */
    touchForm() {
      if (selection.peek().kind === 'new' && !places.isUndecided.peek()) hold(newCard);
    },
    /** As of the choice; a refusal that the change has lifted goes. */
    keepChoice<Value>(change: () => Value): Value {
      const result = choice.keepChoice(change);
      if (problem.peek()?.code === 'card_brand_not_accepted' && selectedCard.peek()) problem.value = null;
      return result;
    },
    backOnline() {
      if (problem.peek()?.code === 'offline') problem.value = null;
    },
    show(error: ErrorData | null) {
      problem.value = error;
    },
  };
});
export type Checkout = InstanceType<typeof Checkout>;
