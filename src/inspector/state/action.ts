import { createModel, signal } from '@preact/signals';
import { type AdminError, toAdminError } from '../api/admin-error.ts';

export type ActionStatus =
  | { readonly name: 'idle' }
  | { readonly name: 'working' }
  | { readonly name: 'done'; readonly message: string }
  | { readonly name: 'failed'; readonly error: AdminError };

/** A request started by a press: one at a time, with its result. */
export const Action = createModel(() => {
  const status = signal<ActionStatus>({ name: 'idle' });
  return {
    status,
    /** `message`: shown after success. Returns whether it succeeded. */
    async run<Result>(
      work: () => Promise<Result>,
      message: string | ((result: Result) => string),
    ): Promise<boolean> {
      if (status.peek().name === 'working') return false;
      status.value = { name: 'working' };
      try {
        const result = await work();
        status.value = { name: 'done', message: typeof message === 'string' ? message : message(result) };
        return true;
      } catch (caught) {
        status.value = { name: 'failed', error: toAdminError(caught) };
        return false;
      }
    },
    forget() {
      status.value = { name: 'idle' };
    },
  };
});
export type Action = InstanceType<typeof Action>;
