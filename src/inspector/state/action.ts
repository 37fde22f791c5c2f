import { createModel, signal } from '@preact/signals';
import { type AdminError, adminErrorOf } from '../api/admin-error.ts';

export type ActionStatus =
  | { readonly name: 'idle' }
  | { readonly name: 'working' }
  | { readonly name: 'done'; readonly said: string }
  | { readonly name: 'failed'; readonly error: AdminError };

/** A request started by a press: one at a time, with its result. */
export const Action = createModel(() => {
  const status = signal<ActionStatus>({ name: 'idle' });
  return {
    status,
    /** `said`: shown after success. Returns whether it succeeded. */
    async run(what: () => Promise<unknown>, said: string): Promise<boolean> {
      if (status.peek().name === 'working') return false;
      status.value = { name: 'working' };
      const ended = await what().then(
        (): ActionStatus => ({ name: 'done', said }),
        (caught): ActionStatus => ({ name: 'failed', error: adminErrorOf(caught) }),
      );
      status.value = ended;
      return ended.name === 'done';
    },
    forget() {
      status.value = { name: 'idle' };
    },
  };
});
export type Action = InstanceType<typeof Action>;
