import { createModel, signal } from '@preact/signals';
import type { ErrorData } from '../../../contract/errors/errors.ts';
import type { SavedCard } from '../../../contract/frame/wallet-api.ts';
import type { ManageService } from './manage-service.ts';

/** A card that has left the list and can come back. */
export type Removal = {
  readonly card: SavedCard;
  /** The list's order when it left. */
  readonly order: readonly number[];
  readonly state: /** The service has been asked. */
    | { readonly name: 'leaving' }
    /** There is no network: the service will be asked when it is back. */
    | { readonly name: 'waiting' }
    /** Gone; `problem` says why an undo failed. */
    | { readonly name: 'gone'; readonly problem: ErrorData | null }
    | { readonly name: 'returning' };
};

type Dependencies = {
  readonly service: Pick<ManageService, 'removeMethod' | 'restoreMethod'>;
  /** The list as it is now. */
  order(): readonly number[];
  /** Default: the order as it is now. */
  show(cards: readonly SavedCard[], order?: readonly number[]): void;
  onRemoved(card: SavedCard): void;
  onRestored(card: SavedCard): void;
  onWaiting(card: SavedCard): void;
  /** Taken back before it was done. */
  onKept(card: SavedCard): void;
  /** It could not be removed; the card is back in the list unless it is gone by other hands. */
  onFailed(card: SavedCard, error: ErrorData): void;
  /** The service knows nothing of a card: the list on show is older than the service's. */
  onOutdated(): Promise<void>;
  /** It cannot come back any more. */
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
  const isTakenBack = find(card.id)?.state.name === 'returning';
  if (outcome.ok) {
    parts.show(outcome.value);
    parts.onRemoved(card);
    if (!isTakenBack) set(card.id, { name: 'gone', problem: null });
    return;
  }
  if (outcome.error.code === 'offline' && !isTakenBack) {
    set(card.id, { name: 'waiting' });
    parts.onWaiting(card);
    return;
  }
  const isLost = outcome.error.code === 'not_found';
  if (isLost) await parts.onOutdated();
  drop(card.id);
  if (isTakenBack && !isLost) parts.onKept(card);
  else parts.onFailed(card, outcome.error);
}

async function bringBack(parts: Parts, { card, order }: Removal) {
  const { service, find, drop, set } = parts;
  set(card.id, { name: 'returning' });
  const outcome = await service.restoreMethod(card.id);
  // A removal that failed in the meantime has brought the row back by itself.
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
    /** The time for an undo is over. */
    forget(id: number) {
      if (find(id)?.state.name === 'gone') drop(id);
    },
    /** What waited for the network is sent, once. */
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
