import { computed, createModel, type ReadonlySignal, signal } from '@preact/signals';
import type { ErrorData } from '../../contract/errors/errors.ts';
import type { Offer } from '../../contract/frame/frame-boot.ts';
import type { CardFormModel } from '../card-input/card-form-model.ts';
import { offered, usableOf } from './masked-method.ts';
import { noOffers, type ProviderOffers } from './provider-offers.ts';
import { createRowOrder } from './row-order.ts';
import { SavedCardCode } from './saved-card-code.ts';
import type { SavedCardsStatus } from './saved-cards.ts';
import { createChoice, newCard, type Selection } from './selection.ts';

type Dependencies = {
  readonly saved: ReadonlySignal<SavedCardsStatus>;
  readonly form: Pick<CardFormModel, 'isComplete' | 'network' | 'values' | 'accepted'>;
  /** Whether the flow needs the security code of a saved card; default never. */
  readonly needsCode?: ReadonlySignal<boolean>;
  /** Has all fields say what stands in them; default: they have said so. */
  readonly read?: () => void;
  /** How many saved methods there probably are, as far as is known at first; default none. */
  readonly remembered?: number;
  /** Default: the merchant takes nothing of providers. */
  readonly offers?: ProviderOffers;
};

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

/** The express button that was pressed: the page's next call pays with it, whichever row is chosen. */
function createExpressPress(selection: ReadonlySignal<Selection>) {
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
  const { hold, ...order } = createRowOrder({ ...given, chosen, cards });
  const problem = signal<ErrorData | null>(null);
  const express = createExpressPress(selection);
  const code = new SavedCardCode({ card: selectedCard, isNeeded: needsCode, read: given.read });

  return {
    ...choice,
    ...order,
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
    /** The form of a closed row is hidden: autofill in it does not choose the row. */
    touchForm() {
      if (selection.peek().kind === 'new' && !order.isUndecided.peek()) hold(newCard);
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
