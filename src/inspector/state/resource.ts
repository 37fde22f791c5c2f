import { type ReadonlySignal, signal } from '@preact/signals';
import { type AdminError, adminErrorOf } from '../api/admin-error.ts';

type LoadStatus<Value> =
  | { readonly name: 'loading' }
  /** `stale`: a later load failed, so that the value is older than it could be. */
  | { readonly name: 'ready'; readonly value: Value; readonly stale: AdminError | null }
  | { readonly name: 'failed'; readonly error: AdminError };

export type Loaded<Value> = {
  readonly status: ReadonlySignal<LoadStatus<Value>>;
  reload(): void;
};

/** Something of the service, which stays on show while it is loaded anew. Of several loads the last that was begun counts. */
export function createLoaded<Value>(load: () => Promise<Value>): Loaded<Value> {
  const status = signal<LoadStatus<Value>>({ name: 'loading' });
  let newest: symbol | undefined;
  return {
    status,
    reload() {
      const mine = Symbol('load');
      newest = mine;
      const show = (next: LoadStatus<Value>) => {
        if (newest === mine) status.value = next;
      };
      load().then(
        (value) => show({ name: 'ready', value, stale: null }),
        (caught) => show(afterFailure(status.peek(), adminErrorOf(caught))),
      );
    },
  };
}

function afterFailure<Value>(before: LoadStatus<Value>, error: AdminError): LoadStatus<Value> {
  if (before.name !== 'ready') return { name: 'failed', error };
  return { name: 'ready', value: before.value, stale: error };
}
