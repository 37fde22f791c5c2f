import { createModel, signal } from '@preact/signals';
import type { ErrorData } from '../../../contract/errors/errors.ts';
import type { WalletEvent } from '../../../contract/frame/events.ts';
import type { SavedCard } from '../../../contract/frame/wallet-api.ts';
import type { CardFormModel } from '../../card-input/card-form-model.ts';
import { maskedMethod } from '../../state/masked-method.ts';
import type { SavedCards } from '../../state/saved-cards.ts';
import { AddCardModel } from './add-card-model.ts';
import { insertCard } from './card-order.ts';
import { EditCardModel } from './edit-card-model.ts';
import { FocusAndMessages, type FocusTarget } from './focus-and-messages.ts';
import { type ManageService, queueChanges } from './manage-service.ts';
import { createOrderedCards, createRemainingCards, type OrderedCards } from './ordered-cards.ts';
import { Removals } from './removals.ts';
import { createRowActions } from './row-actions.ts';

export type ManageDependencies = {
  readonly saved: SavedCards;
  service(): Promise<ManageService>;
  createForm(): CardFormModel;
  /** The service's time, epoch milliseconds. */
  now(): number;
  emit(event: WalletEvent): void;
};

type Parts = Omit<ManageDependencies, 'service'> & {
  readonly service: ManageService;
  readonly attention: FocusAndMessages;
  readonly ordered: OrderedCards;
};

const eventOf = (
  name: 'paymentMethodAdded' | 'paymentMethodRemoved',
  { brand, last4 }: SavedCard,
): WalletEvent => ({ name, payload: { paymentMethod: maskedMethod(brand, last4) } });

/** The service client; failures are also emitted to the page. The card's row or the form shows them to the shopper. */
const createQueuedService = ({ service, emit }: ManageDependencies) =>
  queueChanges({ service, onFailed: (error) => emit({ name: 'error', payload: { ...error, shown: true } }) });

function createRemovals({ saved, ordered, service, emit, attention }: Parts): Removals {
  const isBack = (card: SavedCard) => {
    attention.say('manage.restored', card);
    attention.go({ kind: 'row', id: card.id });
  };
  return new Removals({
    service,
    order: ordered.order,
    show: ordered.show,
    onRemoved(card) {
      // A removal that waited for the network has succeeded.
      const news = attention.news.peek();
      if (news?.key === 'manage.removed.offline' && news.card.id === card.id)
        attention.say('manage.removed', card);
      emit(eventOf('paymentMethodRemoved', card));
    },
    onWaiting: (card) => attention.say('manage.removed.offline', card),
    onKept: isBack,
    onRestored(card) {
      isBack(card);
      emit(eventOf('paymentMethodAdded', card));
    },
    onFailed: (card, error) => attention.fail({ card, what: 'remove', error }),
    onOutdated: saved.load,
    onLost: () => attention.go({ kind: 'add' }),
  });
}

function createAddCard({ saved, ordered, service, createForm, emit, attention }: Parts): AddCardModel {
  return new AddCardModel({
    service,
    createForm,
    onKept(card) {
      ordered.show(insertCard(saved.cards.peek(), card));
      attention.say('manage.saved', card);
      attention.go({ kind: 'row', id: card.id });
      emit(eventOf('paymentMethodAdded', card));
    },
  });
}

type CardChangeParts = Parts & { focusAfterRemoval(card: SavedCard): FocusTarget };

/** Makes a card the default. */
function createDefaultChange({ saved, ordered, service, attention, focusAfterRemoval }: CardChangeParts) {
  const newDefault = signal<number | null>(null);

  function succeed(card: SavedCard, cards: readonly SavedCard[]) {
    ordered.show(cards);
    attention.say('manage.default.done', card);
    attention.go({ kind: 'row', id: card.id });
  }

  async function fail(card: SavedCard, error: ErrorData) {
    const after = focusAfterRemoval(card);
    if (error.code === 'not_found') await saved.load();
    attention.fail({ card, what: 'default', error });
    if (!ordered.order().includes(card.id)) attention.go(after);
  }

  return {
    newDefault,
    async makeDefault(card: SavedCard) {
      if (newDefault.peek() !== null) return;
      attention.goOn();
      newDefault.value = card.id;
      const outcome = await service.makeDefault(card.id);
      if (outcome.ok) succeed(card, outcome.value);
      else await fail(card, outcome.error);
      newDefault.value = null;
    },
  };
}

function createEditCard({
  saved,
  ordered,
  service,
  now,
  attention,
  focusAfterRemoval,
}: CardChangeParts): EditCardModel {
  return new EditCardModel({
    service,
    now,
    onEdited({ card, cards, wasOpen }) {
      ordered.show(cards);
      attention.say('manage.edited', card);
      if (wasOpen) attention.go({ kind: 'row', id: card.id });
    },
    async onFailed(card, error) {
      const after = focusAfterRemoval(card);
      if (error.code === 'not_found') await saved.load();
      attention.fail({ card, what: 'edit', error });
      if (!ordered.order().includes(card.id)) attention.go(after);
    },
    onInvalid: (card) => attention.go({ kind: 'edit', id: card.id }),
  });
}

/** Manages the saved cards: adds, edits, removes and restores them, with messages and focus. */
export const ManageModel = createModel((dependencies: ManageDependencies) => {
  const { saved } = dependencies;
  const attention = new FocusAndMessages();
  const ordered = createOrderedCards(saved);
  const parts = { ...dependencies, attention, ordered, service: createQueuedService(dependencies) };
  const removals = createRemovals(parts);
  const addCard = createAddCard(parts);
  const { cards, focusAfterRemoval } = createRemainingCards({ ordered, removals });
  const editCard = createEditCard({ ...parts, focusAfterRemoval });

  return {
    saved,
    cards,
    removals,
    addCard,
    editCard,
    attention,
    now: dependencies.now,
    ...createDefaultChange({ ...parts, focusAfterRemoval }),
    ...createRowActions({ attention, editCard, removals, focusAfterRemoval }),
    openForm() {
      attention.goOn();
      addCard.open();
      attention.go({ kind: 'form' });
    },
    cancelAdding() {
      addCard.cancel();
      attention.go({ kind: 'add' });
    },
    /** Sends waiting removals and reloads the list. */
    async backOnline() {
      attention.backOnline();
      addCard.backOnline();
      await removals.backOnline();
      if (saved.status.peek().name === 'listed') await saved.load();
    },
  };
});
export type ManageModel = InstanceType<typeof ManageModel>;
