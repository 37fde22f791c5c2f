import { signal } from '@preact/signals';
import type { SavedCard } from '../../../contract/frame/wallet-api.ts';
import type { EditCardModel } from './edit-card-model.ts';
import type { FocusAndMessages, FocusTarget } from './focus-and-messages.ts';
import type { Removals } from './removals.ts';

type Rows = {
  readonly attention: FocusAndMessages;
  readonly editCard: EditCardModel;
  readonly removals: Removals;
  focusAfterRemoval(card: SavedCard): FocusTarget;
};

/** Actions in a card's row. */
export function createRowActions({ attention, editCard, removals, focusAfterRemoval }: Rows) {
  const cardToRemove = signal<number | null>(null);
  return {
    cardToRemove,
    /** "Remove" was pressed: asks for confirmation. */
    ask(id: number) {
      attention.goOn();
      editCard.close();
      cardToRemove.value = id;
      attention.go({ kind: 'keep', id });
    },
    keep(id: number) {
      cardToRemove.value = null;
      attention.go({ kind: 'remove', id });
    },
    remove(card: SavedCard) {
      cardToRemove.value = null;
      attention.go(focusAfterRemoval(card));
      // Announced when the row disappears, before the service's answer.
      attention.say('manage.removed', card);
      return removals.remove(card);
    },
    edit(card: SavedCard) {
      attention.goOn();
      cardToRemove.value = null;
      editCard.open(card);
      attention.go({ kind: 'edit', id: card.id });
    },
    cancelEditing(id: number) {
      editCard.close();
      attention.go({ kind: 'change', id });
    },
  };
}
