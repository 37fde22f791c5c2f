import { createModel, signal } from '@preact/signals';
import { type AdminError, adminErrorOf } from '../api/admin-error.ts';

export type ActionStatus =
  | { readonly name: 'idle' }
  | { readonly name: 'working' }
  | { readonly name: 'done'; readonly said: string }
  | { readonly name: 'failed'; readonly error: AdminError };

/** Something that a press does: once at a time, with what came of it. */
export const Action = createModel(() => {
  const status = signal<ActionStatus>({ name: 'idle' });
  return {
    status,
    /** `said`: what a success is told as. Returns whether it was one. */
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
