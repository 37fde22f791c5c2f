import { createModel, effect, signal } from '@preact/signals';

const KEY = 'inspector-token';

/** How long a new tab waits for the other tabs before it shows the form. */
const OTHERS_MS = 150;

type TokenSources = {
  /** Storage of this tab and origin: no other site, tab or later visit reads it. */
  readonly store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** To other tabs of this origin. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;
};

/** The token of the admin API. A new tab gets it from another tab that has it. */
export const Token = createModel(({ store, channel }: TokenSources) => {
  const value = signal(store.getItem(KEY));
  const isRefused = signal(false);
  let onAnswer = () => {};
  channel.onmessage = ({ data }) => {
    if (data === null && value.peek() !== null) channel.postMessage(value.peek());
    if (typeof data !== 'string') return;
    if (value.peek() === null) value.value = data;
    onAnswer();
  };
  effect(() => {
    if (value.value === null) store.removeItem(KEY);
    else store.setItem(KEY, value.value);
  });
  return {
    /** Null if it is unknown. */
    value,
    /** Whether the service has refused the last one. */
    isRefused,
    keep(token: string) {
      isRefused.value = false;
      value.value = token;
    },
    /** Call it with the token that the service has refused: each start creates another. One that was kept since then stays. */
    forget(refused: string | null) {
      if (refused === null || refused !== value.peek()) return;
      isRefused.value = true;
      value.value = null;
    },
    /** Asks the other tabs, unless the token is known. */
    async fromOtherTabs() {
      if (value.peek() !== null) return;
      const answer = new Promise<void>((resolve) => {
        onAnswer = resolve;
      });
      channel.postMessage(null);
      await Promise.race([answer, new Promise((done) => setTimeout(done, OTHERS_MS))]);
    },
  };
});
export type Token = InstanceType<typeof Token>;

/** Removes the token from the address at once, so that neither history nor a copied address contains it. */
export function takeTokenFromAddress({ hash, pathname }: Location): string | undefined {
  const token = new URLSearchParams(hash.slice(1)).get('token');
  if (token === null) return undefined;
  history.replaceState(null, '', pathname);
  return token === '' ? undefined : token;
}
