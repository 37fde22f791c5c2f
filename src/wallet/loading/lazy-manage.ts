import { createModel, signal } from '@preact/signals';
import type { ComponentChild } from 'preact';
import type { Translate } from '../i18n/translate.ts';
import { loadOnce } from './load-once.ts';

/** What the chunk for MANAGE creates. */
export type ManagePart = {
  View(props: {
    readonly t: Translate;
    readonly locale: string;
    readonly autoAdvance: boolean;
    readonly isHidden: boolean;
  }): ComponentChild;
  backOnline(): Promise<void>;
};

/** MANAGE. Its code is fetched when it is first shown, so that no checkout waits for it. */
export const LazyManage = createModel((fetchPart: () => Promise<ManagePart>) => {
  const part = signal<ManagePart | null>(null);
  const failedToLoad = signal(false);
  const fetchOnce = loadOnce(async () => {
    part.value = await fetchPart();
  });

  return {
    part,
    /** Whether the chunk failed to load. */
    failedToLoad,
    /** Tries again after a failure. */
    async load() {
      failedToLoad.value = false;
      await fetchOnce().catch(() => {
        failedToLoad.value = true;
      });
    },
  };
});
export type LazyManage = InstanceType<typeof LazyManage>;
