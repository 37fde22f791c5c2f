import { type ReadonlySignal, signal } from '@preact/signals';
import { type AdminError, adminErrorOf } from '../api/admin-error.ts';

type LoadStatus<Value> =
  | { readonly name: 'loading' }
  /** `stale`: the error of a later load, if it failed: the value is outdated. */
  | { readonly name: 'ready'; readonly value: Value; readonly stale: AdminError | null }
  | { readonly name: 'failed'; readonly error: AdminError };

export type Loaded<Value> = {
  readonly status: ReadonlySignal<LoadStatus<Value>>;
  reload(): void;
};

/** A value of the service, which stays shown while it is reloaded. Of concurrent loads the last one counts. */
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
