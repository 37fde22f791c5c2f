import { createModel, signal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import type { Translate } from '../i18n/translate.ts';

/** What the chunk for MANAGE makes. */
export type ManagePart = {
  View(props: {
    readonly t: Translate;
    readonly locale: string;
    readonly autoAdvance: boolean;
    readonly isHidden: boolean;
  }): ComponentChild;
  backOnline(): Promise<void>;
};

/** MANAGE, whose code is fetched when it is first wanted: no checkout has to wait for it. */
export const LateManage = createModel((fetchPart: () => Promise<ManagePart>) => {
  const part = signal<ManagePart | null>(null);
  let fetching: Promise<void> | undefined;

  async function fetchOnce() {
    part.value = await fetchPart();
  }

  return {
    part,
    /** Rejects when the chunk could not be had; a later call tries again. */
    async load() {
      if (part.peek()) return;
      fetching ??= fetchOnce().finally(() => {
        fetching = undefined;
      });
      await fetching;
    },
  };
});
export type LateManage = InstanceType<typeof LateManage>;
