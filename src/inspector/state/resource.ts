import { type ReadonlySignal, signal } from '@preact/signals';
import { type AdminError, toAdminError } from '../api/admin-error.ts';

type ResourceStatus<Value> =
  | { readonly name: 'loading' }
  /** `stale`: the error of a later load, if it failed: the value is outdated. */
  | { readonly name: 'ready'; readonly value: Value; readonly stale: AdminError | null }
  | { readonly name: 'failed'; readonly error: AdminError };

export type Resource<Value> = {
  readonly status: ReadonlySignal<ResourceStatus<Value>>;
  reload(): void;
};

/** A value of the service, which stays shown while it is reloaded. Of concurrent loads the last one counts. */
export function createResource<Value>(load: () => Promise<Value>): Resource<Value> {
  const status = signal<ResourceStatus<Value>>({ name: 'loading' });
  let newest: symbol | undefined;
  return {
    status,
    reload() {
      const mine = Symbol('load');
      newest = mine;
      const show = (next: ResourceStatus<Value>) => {
        if (newest === mine) status.value = next;
      };
      load().then(
        (value) => show({ name: 'ready', value, stale: null }),
        (caught) => show(afterFailure(status.peek(), toAdminError(caught))),
      );
    },
  };
}

function afterFailure<Value>(before: ResourceStatus<Value>, error: AdminError): ResourceStatus<Value> {
  if (before.name !== 'ready') return { name: 'failed', error };
  return { name: 'ready', value: before.value, stale: error };
}
