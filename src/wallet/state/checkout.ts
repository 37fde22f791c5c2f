import { computed, createModel, type ReadonlySignal, signal } from '@preact/signals';
import type { ErrorData } from '../../contract/errors/errors.ts';
import type { Offer } from '../../contract/frame/frame-boot.ts';
import type { CardFormModel } from '../card-input/card-form-model.ts';
import { maskedOffer, maskedSelection } from './masked-method.ts';
import { noOffers, type ProviderOffers } from './provider-offers.ts';
import { createRowOrder } from './row-order.ts';
import { SavedCardCode } from './saved-card-code.ts';
import type { SavedCardsStatus } from './saved-cards.ts';
import { createChoice, newCard, type Selection } from './selection.ts';

type Dependencies = {
  readonly saved: ReadonlySignal<SavedCardsStatus>;
  readonly form: Pick<CardFormModel, 'isComplete' | 'network' | 'values' | 'accepted'>;
  /** Whether the flow needs the security code of a saved card. Default: never. */
  readonly needsCode?: ReadonlySignal<boolean>;
  /** Makes the fields report texts that were set without an event. Default: does nothing. */
  readonly read?: () => void;
  /** How many saved methods this tab's last load had. Default: 0. */
  readonly rememberedCount?: number;
  /** Default: the merchant takes nothing of providers. */
  readonly offers?: ProviderOffers;
};

/** Locks the checkout while a payment method is created from it. */
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

/** The pressed express button: the page's next call pays with it, whichever row is chosen. */
function createExpressPress(selection: ReadonlySignal<Selection>) {
  const pressedOffer = signal<Offer | null>(null);
  let isUsed = false;
  return {
    /** Its method, as events show it. */
    pressed: computed(() => pressedOffer.value && maskedOffer(pressedOffer.value)),
    /** What the page's next call pays with. */
    paysWith: computed(
      (): Selection => (pressedOffer.value ? { kind: 'provider', ...pressedOffer.value } : selection.value),
    ),
    press(offer: Offer) {
      isUsed = false;
      // A new object, because the same button may be pressed again.
      pressedOffer.value = { ...offer };
    },
    /** A payment with it has started: the press counts until that ends. */
    startPressPayment() {
      isUsed = true;
    },
    expirePress() {
      if (!isUsed) pressedOffer.value = null;
    },
    release() {
      pressedOffer.value = null;
    },
  };
}

/** The shopper's choice of how to pay. */
export const Checkout = createModel((dependencies: Dependencies) => {
  const { saved, form, needsCode = signal(false), offers = noOffers() } = dependencies;
  const { choice, ...selections } = createChoice({ saved, form, offers });
  const { cards, selection, selectedCard } = selections;
  const { hold, ...order } = createRowOrder({ ...dependencies, choice, cards });
  const problem = signal<ErrorData | null>(null);
  const express = createExpressPress(selection);
  const code = new SavedCardCode({ card: selectedCard, isNeeded: needsCode, read: dependencies.read });

  return {
    ...selections,
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
      return maskedSelection(selection.value, { form, card });
    }),
    select(next: Selection) {
      hold(next);
      express.release();
      problem.value = null;
    },
    /** Keeps the row of the form chosen. Autofill in a hidden form does not choose its row. */
    touchForm() {
      if (selection.peek().kind === 'new' && !order.isUndecided.peek()) hold(newCard);
    },
    /** As `selections.keepChoice`; also hides a refusal that the change has made obsolete. */
    keepChoice<Value>(change: () => Value): Value {
      const result = selections.keepChoice(change);
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
