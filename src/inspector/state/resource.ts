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
  /** Reloads, unless a load is under way: an answer may take longer than the interval of the polls. */
  poll(): void;
  /** Reloads, and rejects if that fails. */
  reloadOrThrow(): Promise<void>;
};

/** A value of the service, which stays shown while it is reloaded. Of concurrent loads the last one counts. */
export function createResource<Value>(load: () => Promise<Value>): Resource<Value> {
  const status = signal<ResourceStatus<Value>>({ name: 'loading' });
  let current: symbol | undefined;
  async function reloadOrThrow() {
    const mine = Symbol('load');
    current = mine;
    const show = (next: ResourceStatus<Value>) => {
      if (current !== mine) return;
      current = undefined;
      status.value = next;
    };
    try {
      show({ name: 'ready', value: await load(), stale: null });
    } catch (caught) {
      const error = toAdminError(caught);
      show(afterFailure(status.peek(), error));
      throw error;
    }
  }
  // The status shows a failure.
  const reload = () => {
    reloadOrThrow().catch(() => {});
  };
  return {
    status,
    reload,
    reloadOrThrow,
    poll() {
      if (!current) reload();
    },
  };
}

function afterFailure<Value>(before: ResourceStatus<Value>, error: AdminError): ResourceStatus<Value> {
  if (before.name !== 'ready') return { name: 'failed', error };
  return { name: 'ready', value: before.value, stale: error };
}
