import { createModel, effect, signal } from '@preact/signals';

const KEY = 'inspector-token';

/** How long a new tab waits for the others before it asks the developer. */
const OTHERS_MS = 150;

type Places = {
  /** Of this tab and origin: no other site, no other tab and no later visit reads it. */
  readonly store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** To the other tabs of this origin alone. */
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage'>;
};

/** What lets into the admin API. A tab that a link has opened gets it from one that has it. */
export const Token = createModel(({ store, channel }: Places) => {
  const value = signal(store.getItem(KEY));
  const isRefused = signal(false);
  let heard = () => {};
  channel.onmessage = ({ data }) => {
    if (data === null && value.peek() !== null) channel.postMessage(value.peek());
    if (typeof data !== 'string') return;
    if (value.peek() === null) value.value = data;
    heard();
  };
  effect(() => {
    if (value.value === null) store.removeItem(KEY);
    else store.setItem(KEY, value.value);
  });
  return {
    /** Null while nobody has given one. */
    value,
    /** Whether the service has refused the one that was here. */
    isRefused,
    keep(given: string) {
      isRefused.value = false;
      value.value = given;
    },
    /** When the service has refused it: each start makes another. */
    forget() {
      if (value.peek() !== null) isRefused.value = true;
      value.value = null;
    },
    /** Asks the other tabs, unless it is here. */
    async fromOtherTabs() {
      if (value.peek() !== null) return;
      const answered = new Promise<void>((resolve) => {
        heard = resolve;
      });
      channel.postMessage(null);
      await Promise.race([answered, new Promise((done) => setTimeout(done, OTHERS_MS))]);
    },
  };
});
export type Token = InstanceType<typeof Token>;

/** Takes it out of the address at once, so that neither the history nor a copied address holds it. */
export function takeTokenFromAddress({ hash, pathname }: Location): string | undefined {
  const given = new URLSearchParams(hash.slice(1)).get('token');
  if (given === null) return undefined;
  history.replaceState(null, '', pathname);
  return given === '' ? undefined : given;
}
