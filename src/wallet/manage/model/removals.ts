import { createModel, signal } from '@preact/signals';
import type { ErrorData } from '../../../contract/errors/errors.ts';
import type { SavedCard } from '../../../contract/frame/wallet-api.ts';
import type { ManageService } from './manage-service.ts';

/** A card that was removed from the list and can be restored. */
export type Removal = {
  readonly card: SavedCard;
  /** The list's order before the removal. */
  readonly order: readonly number[];
  readonly state: /** The request has been sent. */
    | { readonly name: 'leaving' }
    /** There is no network: the request is sent when it is back. */
    | { readonly name: 'waiting' }
    /** Removed; `problem` says why an undo failed. */
    | { readonly name: 'gone'; readonly problem: ErrorData | null }
    | { readonly name: 'returning' };
};

type Dependencies = {
  readonly service: Pick<ManageService, 'removeMethod' | 'restoreMethod'>;
  /** The list's current order. */
  order(): readonly number[];
  /** Default: the current order. */
  show(cards: readonly SavedCard[], order?: readonly number[]): void;
  onRemoved(card: SavedCard): void;
  onRestored(card: SavedCard): void;
  onWaiting(card: SavedCard): void;
  /** Undone before the service removed it. */
  onKept(card: SavedCard): void;
  /** The removal failed. The card is in the list again, unless it was removed elsewhere. */
  onFailed(card: SavedCard, error: ErrorData): void;
  /** The service does not know the card: the list is outdated. */
  onOutdated(): Promise<void>;
  /** It cannot be restored any more. */
  onLost(): void;
};

function createList() {
  const list = signal<readonly Removal[]>([]);
  return {
    list,
    find: (id: number) => list.peek().find(({ card }) => card.id === id),
    drop(id: number) {
      list.value = list.peek().filter(({ card }) => card.id !== id);
    },
    set(id: number, state: Removal['state']) {
      list.value = list.peek().map((removal) => (removal.card.id === id ? { ...removal, state } : removal));
    },
  };
}

type Parts = Dependencies & Omit<ReturnType<typeof createList>, 'list'>;

async function send(parts: Parts, card: SavedCard) {
  const { service, find, drop, set } = parts;
  const outcome = await service.removeMethod(card.id);
  const isUndone = find(card.id)?.state.name === 'returning';
  if (outcome.ok) {
    parts.show(outcome.value);
    parts.onRemoved(card);
    if (!isUndone) set(card.id, { name: 'gone', problem: null });
    return;
  }
  if (outcome.error.code === 'offline' && !isUndone) {
    set(card.id, { name: 'waiting' });
    parts.onWaiting(card);
    return;
  }
  const isLost = outcome.error.code === 'not_found';
  if (isLost) await parts.onOutdated();
  drop(card.id);
  if (isUndone && !isLost) parts.onKept(card);
  else parts.onFailed(card, outcome.error);
}

async function bringBack(parts: Parts, { card, order }: Removal) {
  const { service, find, drop, set } = parts;
  set(card.id, { name: 'returning' });
  const outcome = await service.restoreMethod(card.id);
  // If the removal failed in the meantime, the row is in the list again.
  if (!find(card.id)) return;
  if (!outcome.ok) {
    set(card.id, { name: 'gone', problem: outcome.error });
    if (outcome.error.code !== 'not_found') return;
    parts.onLost();
    await parts.onOutdated();
    return;
  }
  drop(card.id);
  parts.show(outcome.value, order);
  parts.onRestored(card);
}

/** Removals that can be undone, oldest first. */
export const Removals = createModel((dependencies: Dependencies) => {
  const { list, ...entries } = createList();
  const parts = { ...dependencies, ...entries };
  const { find, drop, set } = entries;
  return {
    list,
    remove(card: SavedCard) {
      list.value = [...list.peek(), { card, order: parts.order(), state: { name: 'leaving' } }];
      return send(parts, card);
    },
    async undo(id: number) {
      const removal = find(id);
      if (!removal || removal.state.name === 'returning') return;
      if (removal.state.name !== 'waiting') return bringBack(parts, removal);
      drop(id);
      parts.onKept(removal.card);
    },
    /** The time to undo is over. */
    forget(id: number) {
      if (find(id)?.state.name === 'gone') drop(id);
    },
    /** Sends each removal that waited for the network, once. */
    async backOnline() {
      const waiting = list.peek().filter(({ state }) => state.name === 'waiting');
      for (const { card, state } of list.peek())
        if (state.name === 'gone' && state.problem?.code === 'offline')
          set(card.id, { name: 'gone', problem: null });
      for (const { card } of waiting) set(card.id, { name: 'leaving' });
      await Promise.all(waiting.map(({ card }) => send(parts, card)));
    },
  };
});
export type Removals = InstanceType<typeof Removals>;
