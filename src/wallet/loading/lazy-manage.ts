import { createModel, signal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import type { Translate } from '../i18n/translate.ts';
import { loadOnce } from './load-once.ts';

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
export const LazyManage = createModel((fetchPart: () => Promise<ManagePart>) => {
  const part = signal<ManagePart | null>(null);
  const isLost = signal(false);
  const fetchOnce = loadOnce(async () => {
    part.value = await fetchPart();
  });

  return {
    part,
    /** Whether the chunk could not be had. */
    isLost,
    /** Tries again where it was lost. */
    async load() {
      isLost.value = false;
      await fetchOnce().catch(() => {
        isLost.value = true;
      });
    },
  };
});
export type LazyManage = InstanceType<typeof LazyManage>;
