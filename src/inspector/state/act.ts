import { createModel, signal } from '@preact/signals';
import { type AdminError, adminErrorOf } from '../api/admin-error.ts';

export type ActStatus =
  | { readonly name: 'idle' }
  | { readonly name: 'working' }
  | { readonly name: 'done'; readonly said: string }
  | { readonly name: 'failed'; readonly error: AdminError };

/** Something that a press does: once at a time, with what came of it. */
export const Act = createModel(() => {
  const status = signal<ActStatus>({ name: 'idle' });
  return {
    status,
    /** `said`: what a success is told as. Returns whether it was one. */
    async run(what: () => Promise<unknown>, said: string): Promise<boolean> {
      if (status.peek().name === 'working') return false;
      status.value = { name: 'working' };
      const ended = await what().then(
        (): ActStatus => ({ name: 'done', said }),
        (caught): ActStatus => ({ name: 'failed', error: adminErrorOf(caught) }),
      );
      status.value = ended;
      return ended.name === 'done';
    },
    forget() {
      status.value = { name: 'idle' };
    },
  };
});
export type Act = InstanceType<typeof Act>;
