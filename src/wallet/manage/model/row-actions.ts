import { signal } from '@preact/signals';
import type { SavedCard } from '../../../contract/frame/wallet-api.ts';
import type { EditCardModel } from './edit-card-model.ts';
import type { FocusAndMessages, FocusTarget } from './focus-and-messages.ts';
import type { Removals } from './removals.ts';

type Rows = {
  readonly attention: FocusAndMessages;
  readonly editing: EditCardModel;
  readonly removals: Removals;
  focusAfterRemoval(card: SavedCard): FocusTarget;
};

/** Actions in a card's row. */
export function createRows({ attention, editing, removals, focusAfterRemoval }: Rows) {
  const asked = signal<number | null>(null);
  return {
    asked,
    /** "Remove" was pressed: asks for confirmation. */
    ask(id: number) {
      attention.goOn();
      editing.close();
      asked.value = id;
      attention.go({ kind: 'keep', id });
    },
    keep(id: number) {
      asked.value = null;
      attention.go({ kind: 'remove', id });
    },
    remove(card: SavedCard) {
      asked.value = null;
      attention.go(focusAfterRemoval(card));
      // Announced when the row disappears, before the service's answer.
      attention.say('manage.removed', card);
      return removals.remove(card);
    },
    edit(card: SavedCard) {
      attention.goOn();
      asked.value = null;
      editing.open(card);
      attention.go({ kind: 'edit', id: card.id });
    },
    cancelEditing(id: number) {
      editing.close();
      attention.go({ kind: 'change', id });
    },
  };
}
