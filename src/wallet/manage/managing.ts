import { computed, createModel, signal } from '@preact/signals';
import type { WalletEvent } from '../../contract/events.ts';
import type { SavedCard } from '../../contract/wallet-api.ts';
import type { CardFormModel } from '../card-form/card-form-model.ts';
import { masked } from '../state/checkout.ts';
import type { SavedCards } from '../state/saved-cards.ts';
import { Adding } from './adding.ts';
import { Attention } from './attention.ts';
import { inOrder, withAdded } from './card-order.ts';
import { inTurn, type ManageService } from './manage-service.ts';
import { Removals } from './removals.ts';

export type ManageDependencies = {
  readonly saved: SavedCards;
  service(): Promise<ManageService>;
  createForm(): CardFormModel;
  tell(event: WalletEvent): void;
};

type Parts = Omit<ManageDependencies, 'service'> & {
  readonly service: ManageService;
  readonly attention: Attention;
};

const eventOf = (
  name: 'paymentMethodAdded' | 'paymentMethodRemoved',
  { brand, last4 }: SavedCard,
): WalletEvent => ({ name, payload: { paymentMethod: masked(brand, last4) } });

const idsOf = (cards: readonly SavedCard[]) => cards.map(({ id }) => id);

function createRemovals({ saved, service, tell, attention }: Parts): Removals {
  const isBack = (card: SavedCard) => {
    attention.say('manage.restored', card);
    attention.go({ kind: 'row', id: card.id });
  };
  return new Removals({
    ...{ service, order: () => idsOf(saved.cards.peek()), show: saved.show },
    onRemoved(card) {
      attention.say('manage.removed', card);
      tell(eventOf('paymentMethodRemoved', card));
    },
    onWaiting: (card) => attention.say('manage.removed.offline', card),
    onKept: isBack,
    onRestored(card) {
      isBack(card);
      tell(eventOf('paymentMethodAdded', card));
    },
    onFailed: ({ id }, error) => attention.fail({ id, what: 'remove', error }),
  });
}

function createAdding({ saved, service, createForm, tell, attention }: Parts): Adding {
  return new Adding({
    ...{ service, createForm },
    onKept(card) {
      saved.show(withAdded(saved.cards.peek(), card));
      attention.say('manage.saved', card);
      attention.go({ kind: 'row', id: card.id });
      tell(eventOf('paymentMethodAdded', card));
    },
  });
}

/** The list before the shopper, and the card that is being made the default. */
function createDefaulting({ saved, service, attention }: Parts) {
  const promoting = signal<number | null>(null);
  return {
    promoting,
    async makeDefault(card: SavedCard) {
      if (promoting.peek() !== null) return;
      attention.goOn();
      promoting.value = card.id;
      const outcome = await service.makeDefault(card.id);
      promoting.value = null;
      if (!outcome.ok) {
        attention.fail({ id: card.id, what: 'default', error: outcome.error });
        return;
      }
      saved.show(inOrder(outcome.value, idsOf(saved.cards.peek())));
      attention.say('manage.default.done', card);
      attention.go({ kind: 'row', id: card.id });
    },
  };
}

/** Looking after the saved cards: what is asked, done and undone, and where that leaves the shopper. */
export const Managing = createModel((dependencies: ManageDependencies) => {
  const { saved } = dependencies;
  const attention = new Attention();
  const parts = { ...dependencies, attention, service: inTurn(dependencies.service) };
  const removals = createRemovals(parts);
  const adding = createAdding(parts);
  const asked = signal<number | null>(null);
  const cards = computed(() => {
    const gone = removals.list.value.map(({ card }) => card.id);
    return saved.cards.value.filter(({ id }) => !gone.includes(id));
  });

  return {
    ...{ saved, cards, removals, adding, asked, attention },
    ...createDefaulting(parts),
    /** "Remove" was pressed: nothing is removed yet. */
    ask(id: number) {
      attention.goOn();
      asked.value = id;
      attention.go({ kind: 'keep', id });
    },
    keep(id: number) {
      asked.value = null;
      attention.go({ kind: 'remove', id });
    },
    remove(card: SavedCard) {
      const shown = idsOf(cards.peek());
      const next = shown[shown.indexOf(card.id) + 1];
      asked.value = null;
      attention.go(next === undefined ? { kind: 'add' } : { kind: 'row', id: next });
      return removals.remove(card);
    },
    openForm() {
      attention.goOn();
      adding.open();
      attention.go({ kind: 'form' });
    },
    cancelAdding() {
      adding.cancel();
      attention.go({ kind: 'add' });
    },
    /** Lists and removals catch up. */
    async backOnline() {
      await removals.backOnline();
      if (saved.status.peek().name === 'listed') await saved.load();
    },
  };
});
export type Managing = InstanceType<typeof Managing>;
