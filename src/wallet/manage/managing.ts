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
  readonly shown: Shown;
};

const eventOf = (
  name: 'paymentMethodAdded' | 'paymentMethodRemoved',
  { brand, last4 }: SavedCard,
): WalletEvent => ({ name, payload: { paymentMethod: masked(brand, last4) } });

const idsOf = (cards: readonly SavedCard[]) => cards.map(({ id }) => id);

/** The list as it stands before the shopper, where nothing moves by itself; the checkout's has the service's order. */
function createShown(saved: SavedCards) {
  const held = signal<readonly number[]>([]);
  const list = computed(() => inOrder(saved.cards.value, held.value));
  const order = () => idsOf(list.peek());
  return {
    list,
    order,
    show(cards: readonly SavedCard[], ids = order()) {
      held.value = ids;
      saved.show(cards);
    },
  };
}

type Shown = ReturnType<typeof createShown>;

function createRemovals({ shown, service, tell, attention }: Parts): Removals {
  const isBack = (card: SavedCard) => {
    attention.say('manage.restored', card);
    attention.go({ kind: 'row', id: card.id });
  };
  return new Removals({
    ...{ service, order: shown.order, show: shown.show },
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

function createAdding({ saved, shown, service, createForm, tell, attention }: Parts): Adding {
  return new Adding({
    ...{ service, createForm },
    onKept(card) {
      shown.show(withAdded(saved.cards.peek(), card));
      attention.say('manage.saved', card);
      attention.go({ kind: 'row', id: card.id });
      tell(eventOf('paymentMethodAdded', card));
    },
  });
}

/** The card that is being made the default. */
function createDefaulting({ shown, service, attention }: Parts) {
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
      shown.show(outcome.value);
      attention.say('manage.default.done', card);
      attention.go({ kind: 'row', id: card.id });
    },
  };
}

/** Looking after the saved cards: what is asked, done and undone, and where that leaves the shopper. */
export const Managing = createModel((dependencies: ManageDependencies) => {
  const { saved } = dependencies;
  const attention = new Attention();
  const shown = createShown(saved);
  const parts = { ...dependencies, attention, shown, service: inTurn(dependencies.service) };
  const removals = createRemovals(parts);
  const adding = createAdding(parts);
  const asked = signal<number | null>(null);
  const cards = computed(() => {
    const gone = removals.list.value.map(({ card }) => card.id);
    return shown.list.value.filter(({ id }) => !gone.includes(id));
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
      const ids = idsOf(cards.peek());
      const next = ids[ids.indexOf(card.id) + 1];
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
