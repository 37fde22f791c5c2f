import { createModel, signal } from '@preact/signals';
import { type AdminError, adminErrorOf } from '../api/admin-error.ts';

export type LoadStatus<Value> =
  | { readonly name: 'loading' }
  | { readonly name: 'ready'; readonly value: Value; /** A later load failed: the value is as old as that. */ readonly stale?: AdminError }
  | { readonly name: 'failed'; readonly error: AdminError };

/** Something of the service, which stays on show while it is loaded anew. Of several loads the last that was begun counts. */
export const Loaded = createModel(<Value>(load: () => Promise<Value>) => {
  const status = signal<LoadStatus<Value>>({ name: 'loading' });
  let newest: symbol | undefined;
  return {
    status,
    async reload() {
      const mine = Symbol('load');
      newest = mine;
      const next = await load().then(
        (value): LoadStatus<Value> => ({ name: 'ready', value }),
        (caught): LoadStatus<Value> => failure(status.peek(), adminErrorOf(caught)),
      );
      if (newest === mine) status.value = next;
    },
  };
});

function failure<Value>(before: LoadStatus<Value>, error: AdminError): LoadStatus<Value> {
  if (before.name !== 'ready') return { name: 'failed', error };
  return { name: 'ready', value: before.value, stale: error };
}
