import { computed, createModel, signal } from '@preact/signals';
import type { ErrorData } from '../../contract/errors/errors.ts';
import type { Outcome } from '../../contract/frame/frame-calls.ts';
import type { SavedCard } from '../../contract/frame/wallet-api.ts';

export type SavedCardsStatus =
  /** Nobody is signed in yet. */
  | { readonly name: 'awaited' }
  | { readonly name: 'guest' }
  | { readonly name: 'loading' }
  | { readonly name: 'listed'; readonly cards: readonly SavedCard[] }
  | { readonly name: 'failed'; readonly error: ErrorData };

type Dependencies = {
  listMethods(): Promise<Outcome<readonly SavedCard[]>>;
  onFailed(error: ErrorData): void;
};

/** The user's cards, loaded when a session opens. A loaded list stays shown while it is reloaded. */
export const SavedCards = createModel(({ listMethods, onFailed }: Dependencies) => {
  const status = signal<SavedCardsStatus>({ name: 'awaited' });
  let newest: symbol | undefined;

  async function load() {
    const mine = Symbol('load');
    newest = mine;
    if (status.peek().name !== 'listed') status.value = { name: 'loading' };
    const outcome = await listMethods();
    if (newest !== mine) return;
    newest = undefined;
    if (outcome.ok) {
      status.value = { name: 'listed', cards: outcome.value };
      return;
    }
    // An older list stays shown, without a message.
    const isFirst = status.peek().name === 'loading';
    if (isFirst) status.value = { name: 'failed', error: outcome.error };
    onFailed({ ...outcome.error, shown: isFirst });
  }

  return {
    status,
    cards: computed(() => (status.value.name === 'listed' ? status.value.cards : [])),
    load,
    /** Shows the list from a change's answer. If a load is under way, its list may be older, so the list is loaded again. */
    show(cards: readonly SavedCard[]) {
      status.value = { name: 'listed', cards };
      return newest === undefined ? undefined : load();
    },
    showGuest() {
      newest = undefined;
      status.value = { name: 'guest' };
    },
    /** Back online: loads again what failed because the network was gone. */
    async retryOffline() {
      const now = status.peek();
      if (now.name === 'failed' && now.error.code === 'offline') await load();
    },
  };
});
export type SavedCards = InstanceType<typeof SavedCards>;
